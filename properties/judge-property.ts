import type { Verdict } from '../core/verdict.ts';
import { judgeBy } from '../suites/judge/judge.ts';
import type { Session } from '../suites/session/session.ts';
import type { Property } from './property.ts';
import { searching } from './search.ts';

/** Judges one property on drawn cases; a broken one is shrunk and then confirmed on fresh data. Never rejects. */
export const judgeProperty = (session: Session, section: string, property: Property): Promise<Verdict> =>
  judgeBy(session, section, property, searching(session, property));
