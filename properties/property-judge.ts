import type { Verdict } from '../core/verdict.ts';
import { judgeBy } from '../suites/judge/judge.ts';
import type { Session } from '../suites/session/session.ts';
import type { Property, PropertySection } from './property.ts';
import { searching } from './search.ts';

/** Tests one property on drawn cases. A failing case is shrunk, then confirmed on new data. Never rejects. */
export const judgeProperty = (session: Session, section: string, property: Property): Promise<Verdict> =>
  judgeBy(session, section, property, searching(session, property));

export interface PlacedProperty {
  section: string;
  property: Property;
}

export const placedIn = ({ name, properties }: PropertySection): PlacedProperty[] =>
  properties.map((property) => ({ section: name, property }));

/**
 * Tests the properties of a run, which are all started at the same time. Each waits for its turn, because lists must not
 * change while they are read. After the rules, properties that read lists run one by one in each company. Then all others
 * run at once. Properties that take minutes do not wait. Never rejects.
 */
export const propertyJudge = (
  session: Session,
  /** Resolves when all rules that have started by then have ended. */
  rulesEnded: () => Promise<unknown>,
): ((placed: PlacedProperty) => Promise<Verdict>) => {
  /** By company, the latest property that reads its lists. */
  const reading = new Map<string, Promise<unknown>>();
  return async ({ section, property }) => {
    const judged = () => judgeProperty(session, section, property);
    // it mostly waits for notifications, and changes few records
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
    // in the next turn, every property that reads lists has started
    await session.time.turn();
    await Promise.all([rulesEnded(), ...reading.values()]);
    return await judged();
  };
};
