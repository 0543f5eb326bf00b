import { commandLine, conclude, say, seedOptions, seedsOf } from './command-line.ts';
import { judgeStorm, type StormInput } from './judge-storm.ts';
import { inWorkers } from './worker-pool.ts';

// Judges simulated platforms on troubled networks: a sound platform must not fail, and a defect must not pass by luck. Each
// seed draws a network for a sound platform and one for a platform with a defect.
const { values } = commandLine({ options: seedOptions('1000') });

const inputs = seedsOf(values).flatMap((seed) => [false, true].map((isBroken): StormInput => ({ seed, isBroken })));
const kindOf = ({ isBroken }: StormInput): 'broken' | 'sound' => (isBroken ? 'broken' : 'sound');
const counts = { sound: { judged: 0, verdicts: 0 }, broken: { judged: 0, verdicts: 0 } };
let failed = 0;
for await (const { input, output } of inWorkers(new URL('judge-storm.ts', import.meta.url), judgeStorm, inputs)) {
  const count = counts[kindOf(input)];
  count.judged += output.judged;
  count.verdicts += output.verdicts;
  if (output.wrong.length === 0) continue;
  failed += 1;
  say(`✗ a ${kindOf(input)} platform on a troubled network: node proof/storms.ts --seed ${input.seed}`);
  for (const line of output.wrong) say(`    ${line}`);
}

const shareOf = ({ judged, verdicts }: typeof counts.sound): string =>
  `${judged} of ${verdicts} verdicts other than unverified`;
say(`sound platforms: ${shareOf(counts.sound)}; broken platforms: ${shareOf(counts.broken)}`);
conclude({ passed: inputs.length - failed, failed });
