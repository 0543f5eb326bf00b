import { readFileSync, writeFileSync } from 'node:fs';
import { comparePairs } from '../load/gate/compare-pairs.ts';
import { readHistory } from '../load/gate/history.ts';
import { chanceFrom } from '../load/gate/statistics/chance.ts';
import { commandLine, conclude, say, wholeNumber } from './command-line.ts';
import { noiseOfHistory, recordedNoiseSchema } from './load/recorded-noise.ts';
import { tryComparison } from './load/trials.ts';

// Tries the gate's comparison on the recorded noise of equal runs: how often it sees a change where there is none, and
// how often it finds its minimum detectable effect.
const { values } = commandLine({
  options: {
    /** First records the noise of this history, in which each three runs in a row are a round of equal runs. */
    record: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});

const recording = new URL('./load/recorded-noise.json', import.meta.url);
const sessions = 1000;
const maxFalsePositives = 0.02;
const minFound = 0.9;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

if (values.record !== undefined) {
  const noise = noiseOfHistory(await readHistory(values.record));
  writeFileSync(recording, `${JSON.stringify(noise, null, 2)}\n`);
}

const { source, rounds } = recordedNoiseSchema.parse(JSON.parse(readFileSync(recording, 'utf8')));
say(`${rounds.length} recorded rounds: ${source}`);
const trials = tryComparison(rounds, {
  sessions,
  compare: (used) => comparePairs(used, { baseline: 'the same', maxRegression: 1.1 }),
  chance: chanceFrom(wholeNumber('seed', values.seed)),
});

const judged = [
  {
    text: `worse where nothing changed: ${percent(trials.falsePositives)} of ${sessions} sessions`,
    holds: trials.falsePositives <= maxFalsePositives,
  },
  ...Object.entries(trials.measures).map(([name, { found, minimumDetectableEffect }]) => ({
    text: `${name}: slowed down as little as it says it would see (typically ${minimumDetectableEffect.toFixed(2)} times), found in ${percent(found)}`,
    holds: found >= minFound,
  })),
];
for (const { text, holds } of judged) say(`${holds ? '✓' : '✗'} ${text}`);
say(
  `nothing changed, and the sessions settled on it: ${percent(trials.settled)}; invalid for the control: ${percent(trials.invalid)}`,
);

const passed = judged.filter(({ holds }) => holds).length;
conclude({ passed, failed: judged.length - passed });
