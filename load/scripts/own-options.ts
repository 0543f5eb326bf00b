import type { Options } from 'k6/options';

/** Options that would change the planned load, or that the journal and the summary depend on. */
const plannedOptions = [
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

/** Merges the options of a user's script with those of the plan. Throws if they contradict the plan. */
export const withOwnOptions = (planned: Options, own: Options): Options => {
  const contradicting = Object.keys(own).find((name) => plannedOptions.includes(name));
  if (contradicting !== undefined) {
    throw new Error(
      `options.${contradicting} of the script would change the planned load. Remove it, and plan the load with --shape, --rate and --duration.`,
    );
  }
  const systemTags = [...new Set([...(planned.systemTags ?? []), ...(own.systemTags ?? [])])];
  return { ...own, ...planned, tags: { ...own.tags, ...planned.tags }, systemTags };
};
