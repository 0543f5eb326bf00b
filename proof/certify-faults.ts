import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { obligations } from '../certify/obligations/obligations.ts';
import { onConnections, type SamplePartner, shopSamples } from './certify/sample-partners.ts';
import { samplesPage } from './certify/samples-page.ts';
import { tillSamples } from './certify/till-samples.ts';
import { isAsExpected, type SampleResult, type SampleTrial, trySample } from './certify/try-sample.ts';
import { conclude, say, seedsFrom } from './proof-output.ts';
import { inWorkers } from './worker-pool.ts';

// Certifies every faulty form of both sample partners and every variant: each fault must be caught by its obligation, one of
// the shop must break nothing that it does not list, and a variant must have no false positive. An argument narrows it to
// those whose sample and name contain it: `till, answers`.
const { values, positionals } = parseArgs({
  options: {
    /** Certifies every sample so often, by another seed each time. */
    seeds: { type: 'string', default: '1' },
    /** The first of these seeds. */
    from: { type: 'string', default: '1' },
    /** Of those that play every scenario, one in N is certified: others by another seed. */
    'one-in': { type: 'string', default: '1' },
    /** Repeats one seed. */
    seed: { type: 'string' },
    /** Over real connections and clocks, each sample a process: those whose difference is one of connections. */
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
const seeds = values.seed === undefined ? seedsFrom(values.from, values.seeds) : [Number(values.seed)];
const keyOf = ({ of, name }: SampleResult['sample']): string => `${of}, ${name}`;
const samplePartners = overConnections ? shopSamples : [...shopSamples, ...tillSamples];
const chosen = samplePartners.filter(
  (sample) => keyOf(sample).includes(only) && (!overConnections || only !== '' || onConnections.has(sample.name)),
);
const oneIn = Number(values['one-in']);
const playsAll = ({ plays }: SamplePartner): boolean => plays === undefined || plays === 'burst';
const trials = seeds.flatMap((seed) =>
  chosen
    .filter((sample, place) => !playsAll(sample) || (place + seed) % oneIn === 0)
    .map((sample): SampleTrial => ({ sample, seed, overConnections })),
);

const results: SampleResult[] = [];
if (overConnections) {
  // one at a time: what is real takes its time, and nothing else of ours may
  for (const trial of trials) {
    const result = await trySample(trial);
    results.push(result);
    if (!isAsExpected(result)) say(`✗ ${describe(result)}`);
  }
} else {
  const module = new URL('certify/try-sample.ts', import.meta.url);
  for await (const { output } of inWorkers(module, trySample, trials)) {
    results.push(output);
    if (!isAsExpected(output)) say(`✗ ${describe(output)}`);
  }
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
const folder = new URL('../reports/out/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('certify-faults.html', folder), samplesPage(results));
say(`the table with what was seen: reports/out/certify-faults.html`);
say(
  `${faults.size} faults, ${faults.size - notAlone.size} of them caught by only one obligation; ${results.length - faulty.length} variants; ${seeds.length === 1 ? 'one seed' : `${seeds.length} seeds`} · ${((performance.now() - startedMs) / 1000).toFixed(0)} s`,
);
const passed = results.filter(isAsExpected).length;
conclude({ passed, failed: results.length - passed });
