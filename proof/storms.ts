import { parseArgs } from 'node:util';
import { conclude, say, seedsFrom } from './proof-output.ts';
import { judgeStorm, type StormInput, type StormResult } from './storms/judge-storm.ts';
import { inWorkers } from './worker-pool.ts';

// Judges simulated platforms on troubled networks: a sound one may not fail, and a defect may not pass by luck.
const { values } = parseArgs({
  options: {
    /** How many seeds, each for a sound platform and for one with a defect. */
    seeds: { type: 'string', default: '1000' },
    /** The first of them. */
    from: { type: 'string', default: '1' },
    /** Repeats one seed. */
    seed: { type: 'string' },
  },
});

const kinds = [false, true];
const seeds = values.seed === undefined ? seedsFrom(values.from, values.seeds) : [Number(values.seed)];
const inputs = seeds.flatMap((seed) => kinds.map((isBroken): StormInput => ({ seed, isBroken })));

let passed = 0;
let failed = 0;
const counts = new Map(kinds.map((isBroken) => [isBroken, { judged: 0, verdicts: 0 }]));
const note = ({ seed, isBroken }: StormInput, { wrong, judged, verdicts }: StormResult): void => {
  const count = counts.get(isBroken);
  if (count) {
    count.judged += judged;
    count.verdicts += verdicts;
  }
  if (wrong.length === 0) {
    passed += 1;
    return;
  }
  failed += 1;
  const kind = isBroken ? 'a broken platform' : 'a sound platform';
  say(`✗ ${kind} on a troubled network: node proof/storms.ts --seed ${seed}`);
  for (const line of wrong) say(`    ${line}`);
};

if (values.seed === undefined) {
  const module = new URL('storms/judge-storm.ts', import.meta.url);
  for await (const { input, output } of inWorkers(module, judgeStorm, inputs)) note(input, output);
} else {
  for (const input of inputs) note(input, await judgeStorm(input));
}

const shareOf = (isBroken: boolean): string => {
  const { judged = 0, verdicts = 1 } = counts.get(isBroken) ?? {};
  return `${judged} of ${verdicts} verdicts say something of the target`;
};
say(`sound platforms: ${shareOf(false)}; broken platforms: ${shareOf(true)}`);
conclude({ passed, failed });
