import { parseArgs } from 'node:util';
import { type DiscoveryResult, type Tried, tryDiscovery } from './discovery/try-discovery.ts';
import { conclude, say, seedsFrom } from './proof-output.ts';
import { inWorkers } from './worker-pool.ts';

// Lets init find out what targets leave open, the reference platform in both dialects and random legal ones, and judges
// each by what it found and by its owner's profile.
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    /** The first of them. */
    from: { type: 'string', default: '1' },
    /** Repeats one seed, and says what it draws and finds. */
    seed: { type: 'string' },
    /** Only the reference platform, in this dialect. */
    dialect: { type: 'string' },
  },
});

/** Of the rules that the owner's profile lets be judged. */
const leastJudged = 0.9;

const dialectNames = ['plain', 'foreign'] as const;
const named = dialectNames.find((name) => name === values.dialect);
const only: Tried | undefined = values.seed === undefined ? named : Number(values.seed);

const isSound = ({ wrong, falsePositives, left }: DiscoveryResult): boolean =>
  wrong.length + falsePositives.length + left.length === 0;

const describe = (result: DiscoveryResult): void => {
  const { tried, judgedByHand, judgedAsFound, wrong, falsePositives, left, requests, seconds } = result;
  say(
    `${isSound(result) ? '✓' : '✗'} node proof/discovery.ts --${typeof tried === 'number' ? 'seed' : 'dialect'} ${tried}: ${judgedAsFound} of ${judgedByHand} rules judged as found · ${requests} requests, ${seconds} s`,
  );
  for (const line of wrong) say(`    wrong: ${line}`);
  for (const line of falsePositives) say(`    false positive: ${line}`);
  for (const line of left) say(`    left: ${line}`);
  if (only === undefined) return;
  for (const line of [...result.drawn, ...result.notes]) say(`    ${line}`);
  for (const line of result.lost) say(`    not judged: ${line}`);
};

const results: DiscoveryResult[] = [];
const note = (result: DiscoveryResult): void => {
  results.push(result);
  describe(result);
};

if (only === undefined) {
  const module = new URL('discovery/try-discovery.ts', import.meta.url);
  const seeds = seedsFrom(values.from, values.seeds);
  for await (const { output } of inWorkers(module, tryDiscovery, [...dialectNames, ...seeds])) note(output);
} else note(await tryDiscovery(only));

const sum = (of: (result: DiscoveryResult) => number): number => results.reduce((total, each) => total + of(each), 0);
const [byHand, asFound] = [sum(({ judgedByHand }) => judgedByHand), sum(({ judgedAsFound }) => judgedAsFound)];
const isEnough = asFound >= leastJudged * byHand;
say(
  `judged as found: ${asFound} of the ${byHand} rules that owners' profiles let be judged (${((100 * asFound) / byHand).toFixed(1)} %); wrong: ${sum(({ wrong }) => wrong.length)}, false positives: ${sum(({ falsePositives }) => falsePositives.length)}, left: ${sum(({ left }) => left.length)}`,
);
const passed = results.filter(isSound).length;
if (!isEnough) say(`✗ fewer than ${100 * leastJudged} of a hundred rules are judged`);
conclude({ passed, failed: results.length - passed }, isEnough);
