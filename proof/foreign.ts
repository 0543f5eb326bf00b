import { commandLine, conclude, say, seedOptions, seedsOf, wholeNumber } from './command-line.ts';
import { type ForeignResult, judgeForeign, judgeForeignOverConnections } from './foreign/judge-foreign.ts';
import { drawTarget, isQuick } from './foreign/target.ts';
import { inWorkers } from './worker-pool.ts';

// Judges legal targets that are drawn at random, each with the profile that its owner would write, then each with a defect.
const { values } = commandLine({
  options: {
    /** One repeated seed also prints what it draws. */
    ...seedOptions('300'),
    /** Over real connections, at quick depth, without defects. */
    wire: { type: 'boolean', default: false },
  },
});

/** Of the defects that their targets do not make legal; the ones that a target hides count as missed. */
const minCaught = 0.98;

const isMissed = ({ broken }: ForeignResult): boolean => broken?.isCaught === false && broken.miss === undefined;
const isSound = (result: ForeignResult): boolean => {
  const { falsePositives, unexplained, unverifiable } = result;
  return falsePositives.length + unexplained.length + unverifiable.length === 0 && !isMissed(result);
};

const describe = (result: ForeignResult): string[] => {
  const { seed, depth, passed, unverified, falsePositives, unexplained, unverifiable, broken, durationMs } = result;
  if (isSound(result) && values.seed === undefined && broken?.isCaught !== false) return [];
  const miss = broken?.isCaught ? undefined : broken?.miss;
  return [
    ...(values.seed === undefined ? [] : result.drawn.map((line) => `    ${line}`)),
    `${isSound(result) ? '✓' : '✗'} node proof/foreign.ts --seed ${seed}${values.wire ? ' --wire' : ''} (${depth}): ${passed} pass, ${unverified} unverified · ${durationMs} ms`,
    ...falsePositives.map((line) => `    false positive: ${line}`),
    ...unexplained.map((line) => `    silent: ${line}`),
    ...unverifiable.map((line) => `    not verified: ${line}`),
    ...(miss ? [`    ${miss.isLegal ? 'legal on this target' : 'hidden by this target'}: ${miss.reason}`] : []),
    ...(broken
      ? [
          `    ${broken.isCaught ? 'caught' : 'missed'}: ${broken.rule}, a platform that ${broken.text}: ${broken.description}`,
        ]
      : []),
  ];
};

/** As many seeds of quick targets, unless one seed is repeated. */
const seedsOverConnections = (): number[] => {
  const seeds = seedsOf(values);
  if (values.seed !== undefined) return seeds;
  const quick: number[] = [];
  for (let seed = wholeNumber('from', values.from); quick.length < seeds.length; seed += 1) {
    if (isQuick(drawTarget(seed))) quick.push(seed);
  }
  return quick;
};

/** One target at a time: a busy machine is slow over real connections. */
const overConnections = async function* (): AsyncGenerator<{ output: ForeignResult }> {
  for (const seed of seedsOverConnections()) yield { output: await judgeForeignOverConnections(seed) };
};

const results: ForeignResult[] = [];
const module = new URL('foreign/judge-foreign.ts', import.meta.url);
for await (const { output } of values.wire ? overConnections() : inWorkers(module, judgeForeign, seedsOf(values))) {
  results.push(output);
  for (const line of describe(output)) say(line);
}

const count = (fits: (result: ForeignResult) => boolean): number => results.filter(fits).length;
const caught = count((result) => result.broken?.isCaught === true);
const legal = count(({ broken }) => broken?.isCaught === false && broken.miss?.isLegal === true);
const broken = count((result) => result.broken !== undefined) - legal;
say(
  `with false positives: ${count(({ falsePositives }) => falsePositives.length > 0)}, silent without a reason: ${count(({ unexplained }) => unexplained.length > 0)}, not verified: ${count(({ unverifiable }) => unverifiable.length > 0)} of ${results.length}; defects caught: ${caught} of ${broken}; legal on their targets: ${legal}`,
);
const passed = count(isSound);
const isEnough = caught >= minCaught * broken;
if (!isEnough) say(`✗ fewer than ${100 * minCaught} % of the defects were caught`);
conclude({ passed, failed: results.length - passed }, isEnough);
