import { parseArgs } from 'node:util';
import { type ForeignResult, judgeForeign, judgeForeignOverConnections } from './foreign/judge-foreign.ts';
import { drawTarget, isQuick } from './foreign/target.ts';
import { conclude, say, seedsFrom } from './proof-output.ts';
import { inWorkers } from './worker-pool.ts';

// Judges legal targets that were drawn at random, each with the profile that its owner would write, and each again with a defect.
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '300' },
    /** The first of them. */
    from: { type: 'string', default: '1' },
    /** Repeats one seed, and says what it draws. */
    seed: { type: 'string' },
    /** Over real connections, at quick depth, without defects. */
    wire: { type: 'boolean', default: false },
  },
});

/** Of the defects that their targets do not make legal; those included that a target hides. */
const leastCaught = 0.98;

const isMissed = ({ broken }: ForeignResult): boolean => broken?.isCaught === false && broken.miss === undefined;
const isSound = (result: ForeignResult): boolean => {
  const { falsePositives, unexplained, unverifiable } = result;
  return falsePositives.length + unexplained.length + unverifiable.length === 0 && !isMissed(result);
};

const describe = (result: ForeignResult): void => {
  const { seed, depth, passed, unverified, falsePositives, unexplained, unverifiable, broken, durationMs } = result;
  if (isSound(result) && values.seed === undefined && broken?.isCaught !== false) return;
  say(
    `${isSound(result) ? '✓' : '✗'} node proof/foreign.ts --seed ${seed}${values.wire ? ' --wire' : ''} (${depth}): ${passed} pass, ${unverified} unverified · ${durationMs} ms`,
  );
  for (const line of falsePositives) say(`    false positive: ${line}`);
  for (const line of unexplained) say(`    silent: ${line}`);
  for (const line of unverifiable) say(`    not verified: ${line}`);
  if (broken?.isCaught === false && broken.miss)
    say(`    ${broken.miss.isLegal ? 'legal on this target' : 'hidden by this target'}: ${broken.miss.reason}`);
  if (broken)
    say(
      `    ${broken.isCaught ? 'caught' : 'missed'}: ${broken.rule}, a platform that ${broken.text}: ${broken.description}`,
    );
};

const results: ForeignResult[] = [];
const note = (result: ForeignResult): void => {
  results.push(result);
  describe(result);
};

if (values.seed !== undefined) {
  for (const line of drawTarget(Number(values.seed)).drawn) say(`    ${line}`);
  note(await (values.wire ? judgeForeignOverConnections : judgeForeign)(Number(values.seed)));
} else if (values.wire) {
  for (let seed = Number(values.from); results.length < Number(values.seeds); seed += 1) {
    if (isQuick(drawTarget(seed))) note(await judgeForeignOverConnections(seed));
  }
} else {
  const module = new URL('foreign/judge-foreign.ts', import.meta.url);
  const seeds = seedsFrom(values.from, values.seeds);
  for await (const { output } of inWorkers(module, judgeForeign, seeds)) note(output);
}

const count = (fits: (result: ForeignResult) => boolean): number => results.filter(fits).length;
const caught = count((result) => result.broken?.isCaught === true);
const legal = count(({ broken }) => broken?.isCaught === false && broken.miss?.isLegal === true);
const broken = count((result) => result.broken !== undefined) - legal;
say(
  `with false positives: ${count(({ falsePositives }) => falsePositives.length > 0)}, silent without a reason: ${count(({ unexplained }) => unexplained.length > 0)}, not verified: ${count(({ unverifiable }) => unverifiable.length > 0)} of ${results.length}; defects caught: ${caught} of ${broken}; legal on their targets: ${legal}`,
);
const passed = count(isSound);
const isEnough = caught >= leastCaught * broken;
if (!isEnough) say(`✗ fewer than ${100 * leastCaught} of a hundred defects were caught`);
conclude({ passed, failed: results.length - passed }, isEnough);
