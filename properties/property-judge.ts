import type { Verdict } from '../core/verdict.ts';
import { judgeBy } from '../suites/judge/judge.ts';
import type { Session } from '../suites/session/session.ts';
import type { Property, PropertySection } from './property.ts';
import { searching } from './search.ts';

/** Judges one property on drawn cases; a broken one is shrunk and then confirmed on fresh data. Never rejects. */
export const judgeProperty = (session: Session, section: string, property: Property): Promise<Verdict> =>
  judgeBy(session, section, property, searching(session, property));

/** A property of a run, and the section it is in. */
export interface PlacedProperty {
  section: string;
  property: Property;
}

export const placedIn = ({ name, properties }: PropertySection): PlacedProperty[] =>
  properties.map((property) => ({ section: name, property }));

/**
 * Judges the properties of a run, all asked for at the same time, each when the target is calm enough for it: after the rules,
 * whose lists must not change under them; first those that read lists, one by one in each company, then all others at once.
 * Those that take minutes begin at once. Never rejects.
 */
export const propertyJudge = (
  session: Session,
  /** Resolves when the rules that were asked for by then have ended. */
  rulesEnded: () => Promise<unknown>,
): ((placed: PlacedProperty) => Promise<Verdict>) => {
  /** By company, the last of the properties that read its lists. */
  const reading = new Map<string, Promise<unknown>>();
  return async ({ section, property }) => {
    const judged = () => judgeProperty(session, section, property);
    // what takes minutes mostly waits, and disturbs nobody
    if (property.depth === 'full') return await judged();
    if (property.readsLists) {
      const companies = property.readsLists(session.handle.profile);
      const before = companies.map((company) => reading.get(company));
      const verdict = session.time
        .turn()
        .then(() => Promise.all([rulesEnded(), ...before]))
        .then(judged);
      for (const company of companies) reading.set(company, verdict);
      return await verdict;
    }
    // by then every property that reads lists has been asked for
    await session.time.turn();
    await Promise.all([rulesEnded(), ...reading.values()]);
    return await judged();
  };
};
