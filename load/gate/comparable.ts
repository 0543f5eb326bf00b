import type { LoadResult } from '../../core/load-result.ts';

const majorOf = (version: string): string => /\d+/.exec(version)?.[0] ?? version;

const describeObjectives = ({ objectives }: LoadResult): string =>
  objectives
    .map(({ name, limit }) => `${name} ${limit}`)
    .toSorted()
    .join(', ') || 'none';

/** What must be alike in two runs for a difference between them to be the target's. */
const traits: [string, (result: LoadResult) => string][] = [
  ['machine', ({ run: { machine } }) => `${machine.platform}, ${machine.cpu}, ${machine.cores} cores`],
  // what is left to programs of the same memory differs a little from boot to boot
  ['memory', ({ run: { machine } }) => `${Math.round(machine.memoryGiB)} GiB`],
  ['major version of k6', ({ run }) => majorOf(run.k6)],
  ['major version of Node.js', ({ run }) => majorOf(run.node)],
  ['configuration', ({ run }) => run.configuration],
  ['objectives', describeObjectives],
];

/** What keeps two runs from being compared, in words; none when nothing does. */
export const differencesBetween = (baseline: LoadResult, candidate: LoadResult): string[] =>
  traits.flatMap(([name, traitOf]) => {
    const [before, now] = [traitOf(baseline), traitOf(candidate)];
    return before === now ? [] : [`${name} (${before} then, ${now} now)`];
  });
