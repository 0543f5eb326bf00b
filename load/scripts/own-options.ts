import type { Options } from 'k6/options';

/** Options of a script that would change when journeys begin, or hide from the ledger what it counts by. */
const ofThePlan = [
  'scenarios',
  'stages',
  'vus',
  'duration',
  'iterations',
  'rps',
  'paused',
  'minIterationDuration',
  'executionSegment',
  'executionSegmentSequence',
  'discardResponseBodies',
  'summaryTrendStats',
  'noSetup',
];

/** Merges the options of a script with those of the plan. Throws on one that would break the schedule. */
export const withOwnOptions = (planned: Options, own: Options): Options => {
  const breaking = Object.keys(own).find((name) => ofThePlan.includes(name));
  if (breaking !== undefined) {
    throw new Error(
      `options.${breaking} of the script would change the planned load. Remove it, and plan the load with --shape, --rate and --duration.`,
    );
  }
  const systemTags = [...new Set([...(planned.systemTags ?? []), ...(own.systemTags ?? [])])];
  return { ...own, ...planned, tags: { ...own.tags, ...planned.tags }, systemTags };
};
