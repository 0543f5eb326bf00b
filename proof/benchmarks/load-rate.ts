import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from 'simple-statistics';
import { forked } from '../../fixtures/processes/forked.ts';
import { provideK6 } from '../../load/k6/provide-k6.ts';
import { planOf } from '../../load/run/prepare/prepare-plan.ts';
import { forkEmbedded } from '../../platform/embedded/fork-embedded.ts';
import { say } from '../command-line.ts';
import type { BareTargetOptions, Counted } from './load-rate/bare-target.ts';
import { type Measured, measureScript } from './load-rate/measure-script.ts';
import { ratios, spreadText } from './spread.ts';

// Measures what our load script costs beyond its requests. Compares its rate and k6's CPU time with those of a bare script
// that sends the same requests, on targets that do next to nothing and on the embedded platform. Fails if our script is
// too slow for a target that takes its time. Rejects if a request fails, or if the two scripts send different ones.

const rounds = 5;
const warmUpJourneys = 5_000;
/** Our script does as many journeys as the bare one in this time. */
const roundSeconds = 2;
const minShare = 0.9;
const sampleEvery = 20;
const weights = { completed: 4, pay: 1 };

interface Target {
  name: string;
  baseUrl: string;
  /** Whether the answer to a write shows the order's id; otherwise the scripts look it up. */
  returnsId: boolean;
  /** Whether answers take time. If not, k6 itself limits the rate. */
  takesTime: boolean;
  /** The requests since the last call. */
  takeCounts?(): Promise<Counted>;
}

const scripts = ['own', 'bare'] as const;
type Script = (typeof scripts)[number];

/** Requests a second, and the CPU seconds of k6 for 10,000 requests; one figure a round. */
interface Figures {
  rates: number[];
  cpu: number[];
}

/** The figures of both scripts for the same journeys. */
interface Pair extends Record<Script, Figures> {
  target: Target;
  journeys: number;
}

await using resources = new AsyncDisposableStack();
const k6 = await provideK6({ say });
const folder = await mkdtemp(join(tmpdir(), 'selo-load-rate-'));
resources.defer(() => rm(folder, { recursive: true }));
// nobody is registered, so it notifies nobody
const { profile } = resources.use(
  await forkEmbedded({ timeScale: 1, webhooks: { timeoutFloorMs: 1_000, maxInFlight: 256 } }),
);

const startBareTarget = async (name: string, options: BareTargetOptions): Promise<Target> => {
  const bare = resources.use(forked(new URL('load-rate/bare-target.ts', import.meta.url), options, name));
  return {
    name,
    baseUrl: `http://127.0.0.1:${await bare.next('listened')}`,
    returnsId: options.returnsId,
    takesTime: options.takesMs > 0,
    async takeCounts() {
      const counts = bare.next('reported its counts');
      bare.process.send('counts');
      // only our own process sends here
      return (await counts) as Counted;
    },
  };
};

/** Runs a script on a target; the bare one reads no plan. */
const runScript = async ({ baseUrl, returnsId }: Target, script: Script, journeys: number): Promise<Measured> => {
  const runId = randomUUID();
  const [company] = profile.companies;
  const request = { script: 'webhooks', shape: 'steady', rate: 10_000, seconds: 60, seed: 1, jitter: false } as const;
  const plan = planOf(profile, request, { runId, summaryFile: '' });
  const planFile = join(folder, 'plan.json');
  const companies = plan.companies.slice(0, 1);
  await writeFile(planFile, JSON.stringify({ ...plan, baseUrl, companies, weights, sampleEvery }));
  return await measureScript({
    k6,
    script: `${script}-journeys.ts`,
    journalFile: join(folder, `${runId}.jsonl`),
    environment: {
      [profile.accessHeader.value.env]: profile.accessHeader.value.value,
      SELO_ACCESS_HEADER: profile.accessHeader.name,
      SELO_TOKEN_MAIN: company?.token.value ?? '',
      SELO_JOURNEYS: String(journeys),
      SELO_BASE_URL: baseUrl,
      SELO_RETURNS_ID: String(returnsId),
      SELO_RUN: runId,
      SELO_SAMPLE_EVERY: String(sampleEvery),
      SELO_LOAD_PLAN: planFile,
    },
  });
};

const measureRound = async ({ target, journeys, ...figures }: Pair, order: readonly Script[]): Promise<void> => {
  const sent = new Set<string>();
  for (const script of order) {
    const { seconds, cpu, requests, failed } = await runScript(target, script, journeys);
    if (failed > 0) throw new Error(`${failed} requests of the ${script} script failed`);
    sent.add(JSON.stringify([requests, await target.takeCounts?.()]));
    figures[script].rates.push(requests / seconds);
    figures[script].cpu.push((cpu / requests) * 10_000);
  }
  if (sent.size > 1) throw new Error(`the scripts sent different requests: ${[...sent].join(' and ')}`);
};

const sharesOf = ({ own, bare }: Pair): number[] => ratios(own.rates, bare.rates);
const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

const targets: Target[] = [
  await startBareTarget('bare target, takes 10 ms', { returnsId: true, takesMs: 10 }),
  await startBareTarget('bare target, at once', { returnsId: true, takesMs: 0 }),
  await startBareTarget('bare target, ids looked up', { returnsId: false, takesMs: 0 }),
  { name: 'embedded platform', baseUrl: profile.baseUrl, returnsId: false, takesTime: false },
];
const pairs: Pair[] = [];
for (const target of targets) {
  const { seconds } = await runScript(target, 'bare', warmUpJourneys);
  await target.takeCounts?.();
  const journeys = Math.round((warmUpJourneys / seconds) * roundSeconds);
  pairs.push({ target, journeys, own: { rates: [], cpu: [] }, bare: { rates: [], cpu: [] } });
}
for (let round = 0; round < rounds; round += 1) {
  for (const pair of pairs) await measureRound(pair, round % 2 === 0 ? scripts : scripts.toReversed());
  const shares = pairs.map((pair) => `${pair.target.name} ${percent(sharesOf(pair).at(-1) ?? Number.NaN)}`);
  say(`Round ${round + 1} of ${rounds}: ${shares.join(', ')}`);
}

say("| target | requests a second | of the bare script | share | k6's CPU for 10,000 | of the bare script |");
say('| --- | --- | --- | --- | --- | --- |');
for (const pair of pairs) {
  const { target, own, bare } = pair;
  const cells = [
    target.name,
    spreadText(own.rates, 0),
    spreadText(bare.rates, 0),
    spreadText(sharesOf(pair), 2),
    spreadText(own.cpu, 2),
    spreadText(bare.cpu, 2),
  ];
  say(`| ${cells.join(' | ')} |`);
  const share = median(sharesOf(pair));
  if (!target.takesTime || share >= minShare) continue;
  say(`Missed: the load script sends ${percent(share)} of what the bare script sends, not ${percent(minShare)}.`);
  process.exitCode = 1;
}
