import { deviations, faults } from '../../examples/till/deviations.ts';
import { expectedOfTill } from './expected-of-till.ts';
import type { SamplePartner } from './sample-partners.ts';

/** Faults of list reads show only in these scenarios. */
const listPlays = ['list', 'list-500', 'list-waiting', 'list-changing', 'list-customers', 'lists-at-once'];
/** Only a burst of notifications tests these obligations. */
const inBurst = ['PART-68', 'PART-70', 'PART-113'];

/** What other scenarios show than their kind has, or only the burst. */
const inAll = ['tries the configuration once', 'answers 503 when busy', 'remembers forty codes', 'remembers ten codes'];

/** A flood of requests ends the session, so one scenario is enough. */
const floods: Readonly<Record<string, readonly string[]>> = {
  'floods with refused orders': ['sends-answered-422'],
  'floods with the first page': ['list'],
  'floods with registrations': ['registered'],
};

/** Without acceleration, because the way of a request takes as long as a pause does with it. */
const inRealTime: Readonly<Record<string, readonly string[]>> = {
  'retries without a pause': ['sends-answered-500-for-seconds'],
};

const playsOf = (kind: string, name: string, breaks: string): SamplePartner['plays'] => {
  const enough = floods[name] ?? inRealTime[name];
  if (enough !== undefined) return enough;
  if (inBurst.includes(breaks) || inAll.includes(name)) return 'burst';
  return kind === 'lists' ? listPlays : undefined;
};

const byName = new Map(
  Object.entries(expectedOfTill).flatMap(([id, names]) => names.map((name) => [name, id] as const)),
);

const faulty = Object.entries(faults).flatMap(([kind, those]) =>
  Object.entries(those).flatMap(([name, { text, level }]): SamplePartner[] => {
    const breaks = byName.get(name);
    if (breaks === undefined) throw new Error(`${name} is a fault of the till, and nothing is expected of it`);
    return [
      {
        of: 'till',
        name,
        text,
        env: { TILL_DEVIATION: name },
        breaks,
        also: 'any',
        plays: playsOf(kind, name, breaks),
        ...(name in floods ? { ends: true } : {}),
        ...(name in inRealTime ? { timeScale: 1 } : {}),
        ...(level === 'must' ? { breaksMust: true } : {}),
      },
    ];
  }),
);

const faultNames = new Set(Object.values(faults).flatMap((those) => Object.keys(those)));

const legal = [...deviations].flatMap(([name, { text }]): SamplePartner[] =>
  faultNames.has(name)
    ? []
    : [{ of: 'till', name, text, env: { TILL_DEVIATION: name }, breaks: undefined, also: [], plays: undefined }],
);

/** The example till with one difference each. */
export const tillSamples: readonly SamplePartner[] = [...faulty, ...legal];
