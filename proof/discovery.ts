import { dialectNames } from '../platform/embedded/dialect.ts';
import { commandLine, conclude, oneOf, say, seedOptions, seedsOf } from './command-line.ts';
import { type DiscoveryResult, type Tried, tryDiscovery } from './discovery/try-discovery.ts';
import { inWorkers } from './worker-pool.ts';

// Lets `init` find out what targets leave open: the reference platform in both dialects, and legal targets drawn at random.
// Judges each target by the profile that was found and by its owner's profile.
const { values } = commandLine({
  options: {
    /** One repeated seed also prints what it draws and finds. */
    ...seedOptions('20'),
    /** Only the reference platform, in this dialect. */
    dialect: { type: 'string' },
  },
});

/** The share of the rules that the owner's profile lets be judged. */
const minJudged = 0.9;

const isOnlyOne = values.seed !== undefined || values.dialect !== undefined;

const chosen = (): Tried[] => {
  if (values.dialect !== undefined) return [oneOf('dialect', dialectNames, values.dialect)];
  return [...(isOnlyOne ? [] : dialectNames), ...seedsOf(values)];
};

const isSound = ({ wrong, falsePositives, left }: DiscoveryResult): boolean =>
  wrong.length + falsePositives.length + left.length === 0;

const describe = (result: DiscoveryResult): string[] => {
  const { tried, judgedByHand, judgedAsFound, wrong, falsePositives, left, requests, seconds } = result;
  const option = `--${typeof tried === 'number' ? 'seed' : 'dialect'} ${tried}`;
  return [
    `${isSound(result) ? '✓' : '✗'} node proof/discovery.ts ${option}: ${judgedAsFound} of ${judgedByHand} rules judged as found · ${requests} requests, ${seconds} s`,
    ...wrong.map((line) => `    wrong: ${line}`),
    ...falsePositives.map((line) => `    false positive: ${line}`),
    ...left.map((line) => `    left: ${line}`),
    ...(isOnlyOne ? [...result.drawn, ...result.notes].map((line) => `    ${line}`) : []),
    ...(isOnlyOne ? result.lost.map((line) => `    not judged: ${line}`) : []),
  ];
};

const results: DiscoveryResult[] = [];
const module = new URL('discovery/try-discovery.ts', import.meta.url);
for await (const { output } of inWorkers(module, tryDiscovery, chosen())) {
  results.push(output);
  for (const line of describe(output)) say(line);
}

const sum = (of: (result: DiscoveryResult) => number): number => results.reduce((total, each) => total + of(each), 0);
const [byHand, asFound] = [sum(({ judgedByHand }) => judgedByHand), sum(({ judgedAsFound }) => judgedAsFound)];
const isEnough = asFound >= minJudged * byHand;
say(
  `judged as found: ${asFound} of the ${byHand} rules that owners' profiles let be judged (${((100 * asFound) / byHand).toFixed(1)} %); wrong: ${sum(({ wrong }) => wrong.length)}, false positives: ${sum(({ falsePositives }) => falsePositives.length)}, left: ${sum(({ left }) => left.length)}`,
);
if (!isEnough) say(`✗ fewer than ${100 * minJudged} % of the rules are judged`);
const passed = results.filter(isSound).length;
conclude({ passed, failed: results.length - passed }, isEnough);
