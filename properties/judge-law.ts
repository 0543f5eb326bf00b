import { judgeBy } from '../suites/judge.ts';
import type { Session } from '../suites/session/session.ts';
import type { Verdict } from '../suites/verdict.ts';
import type { Law } from './law.ts';
import { searching } from './search.ts';

/** Judges one law on drawn cases; a broken one is shrunk and then confirmed on fresh data. Never rejects. */
export const judgeLaw = (session: Session, section: string, law: Law): Promise<Verdict> =>
  judgeBy(session, section, law, searching(session, law));
