import type { Session } from '../suites/session/session.ts';
import type { Verdict } from '../suites/verdict.ts';
import { judgeLaw } from './judge-law.ts';
import type { Law, LawSection } from './law.ts';

/** A law of a run, and the section it is in. */
export interface PlacedLaw {
  section: string;
  law: Law;
}

export const placedIn = ({ name, laws }: LawSection): PlacedLaw[] => laws.map((law) => ({ section: name, law }));

/**
 * Judges the laws of a run, all asked for at the same time, each when the target is calm enough for it: after the rules,
 * whose lists must not change under them; first one by one those that read lists, then all others at once. Those that
 * take minutes begin at once. Never rejects.
 */
export const lawJudge = (
  session: Session,
  /** Resolves when the rules that were asked for by then have ended. */
  rulesEnded: () => Promise<unknown>,
): ((placed: PlacedLaw) => Promise<Verdict>) => {
  let listsRead: Promise<unknown> | undefined;
  return async ({ section, law }) => {
    const judged = () => judgeLaw(session, section, law);
    // what takes minutes mostly waits, and disturbs nobody
    if (law.depth === 'full') return await judged();
    if (law.readsLists) {
      const verdict = (listsRead ?? session.time.turn().then(rulesEnded)).then(judged);
      listsRead = verdict;
      return await verdict;
    }
    // by then every law that reads lists has been asked for
    await session.time.turn();
    await (listsRead ?? rulesEnded());
    return await judged();
  };
};
