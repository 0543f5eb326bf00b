import { obligations } from '../certify/obligations/obligations.ts';
import { type SamplePartner, samplesOnConnections, shopSamples } from './certify/sample-partners.ts';
import { samplesPage } from './certify/samples-page.ts';
import { tillSamples } from './certify/till-samples.ts';
import { isAsExpected, type SampleResult, type SampleTrial, trySample } from './certify/try-sample.ts';
import { commandLine, conclude, say, seedOptions, seedsOf, wholeNumber, writePage } from './command-line.ts';
import { inWorkers } from './worker-pool.ts';

// Certifies every faulty form of both sample partners and every variant. The obligation of a fault must catch it, and a fault
// of the shop must break nothing that it does not list. A variant must have no false positive. An argument chooses the
// samples whose name contains it: `till, answers`.
const { values, positionals } = commandLine({
  options: {
    /** Certifies every sample with each of these seeds. */
    ...seedOptions('1'),
    /** Certifies one in N of the samples that play every scenario; another seed chooses others. */
    'one-in': { type: 'string', default: '1' },
    /** Plays all scenarios with each fault, which shows what it breaks besides. */
    whole: { type: 'boolean', default: false },
    /** Certifies the samples that differ in their connections, each in a process with a real clock. */
    wire: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [only = ''] = positionals;
const overConnections = values.wire;

const describe = ({ sample, seed, found, unconfirmed, refused, seen, endedBy }: SampleResult): string =>
  [
    `${sample.of}, ${sample.breaks === undefined ? 'variant: ' : ''}${sample.name}`,
    found.length === 0 ? 'nothing broken' : found.join(', '),
    ...(unconfirmed.length === 0 ? [] : [`in only one play: ${unconfirmed.join(', ')}`]),
    ...(refused.length === 0 ? [] : [`refused without a reason: ${refused.join(', ')}`]),
    ...(endedBy === undefined ? [] : [`incomplete: ${endedBy}`]),
    ...seen.map((each) => `\n    ${each}`),
    `\n    node proof/certify-faults.ts ${JSON.stringify(sample.name)} --seed ${seed}${overConnections ? ' --wire' : ''}`,
  ].join(' · ');

const startedMs = performance.now();
const seeds = seedsOf(values);
const keyOf = ({ of, name }: SampleResult['sample']): string => `${of}, ${name}`;
const samplePartners = overConnections ? samplesOnConnections : [...shopSamples, ...tillSamples];
const chosen = samplePartners.filter((sample) => keyOf(sample).includes(only));
const oneIn = wholeNumber('one-in', values['one-in']);
const playsAll = ({ plays }: SamplePartner): boolean => plays === undefined || plays === 'burst';
const trials = seeds.flatMap((seed) =>
  chosen
    .filter((sample, place) => !playsAll(sample) || (place + seed) % oneIn === 0)
    .map((sample): SampleTrial => ({ sample, seed, overConnections, isWhole: values.whole })),
);

/** One at a time: a busy machine is slow over real connections. */
const inTurn = async function* (): AsyncGenerator<{ output: SampleResult }> {
  for (const trial of trials) yield { output: await trySample(trial) };
};

const results: SampleResult[] = [];
const module = new URL('certify/try-sample.ts', import.meta.url);
for await (const { output } of overConnections ? inTurn() : inWorkers(module, trySample, trials)) {
  results.push(output);
  if (!isAsExpected(output)) say(`✗ ${describe(output)}`);
}
const order = new Map(chosen.map((sample, place) => [keyOf(sample), place]));
const placeOf = ({ sample }: SampleResult): number => order.get(keyOf(sample)) ?? 0;
results.sort((a, b) => placeOf(a) - placeOf(b) || a.seed - b.seed);

const faulty = results.filter(({ sample }) => sample.breaks !== undefined);
const faults = new Set(faulty.map(({ sample }) => keyOf(sample)));
const notAlone = new Set(faulty.filter(({ found }) => found.length !== 1).map(({ sample }) => keyOf(sample)));
for (const { id, text } of obligations) {
  const own = faulty.filter((result) => result.sample.breaks === id && result.found.includes(id));
  const names = new Set(own.map(({ sample }) => sample.name));
  if (own.length > 0) say(`${id.padEnd(8)} ${[...names].join(' · ')}`);
  else if (only === '' && !overConnections && oneIn === 1) say(`${id.padEnd(8)} no fault of a sample: ${text}`);
}
writePage('certify-faults.html', samplesPage(results));
say(
  `${faults.size} faults, ${faults.size - notAlone.size} of them caught by only one obligation; ${results.length - faulty.length} variants; ${seeds.length === 1 ? 'one seed' : `${seeds.length} seeds`} · ${((performance.now() - startedMs) / 1000).toFixed(0)} s`,
);
const passed = results.filter(isAsExpected).length;
conclude({ passed, failed: results.length - passed });
