import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from 'simple-statistics';
import { forked } from '../../../fixtures/processes/forked.ts';
import type { K6 } from '../../../load/k6/look-for-k6.ts';
import type { LoadPlan } from '../../../load/plan.ts';
import { dialects } from '../../../platform/embedded/dialect.ts';
import { forkEmbedded } from '../../../platform/embedded/fork-embedded.ts';
import { ratios, spreadText } from '../spread.ts';
import type { BareTargetOptions, Counted } from './bare-target.ts';
import { addRound, aligned, type Figures, noFigures } from './figures.ts';
import { measureScript } from './measure-script.ts';
import { type Credentials, credentialsOf } from './run-server.ts';

/** A target that does next to nothing, in a separate process. */
interface BareTarget extends AsyncDisposable {
  readonly baseUrl: string;
  /** The requests since the last call; it also forgets their orders. */
  takeCounts(): Promise<Counted>;
}

const startBareTarget = async (options: BareTargetOptions): Promise<BareTarget> => {
  const target = forked(new URL('bare-target.ts', import.meta.url), options, 'the bare target');
  const port = await target.next('listened');
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async takeCounts() {
      const answer = target.next('report of its counts');
      target.process.send('counts');
      // only our own process sends here
      return (await answer) as Counted;
    },
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
};

const rounds = 5;
const warmUpJourneys = 5_000;
/** Our script does as many journeys as the bare one in this time. */
const roundSeconds = 2;
const minShare = 0.9;
const sampleEvery = 20;
const { phonePattern, resources: plainResources, accessHeader } = dialects.plain;

const bareCredentials: Credentials = {
  SELO_ACCESS_HEADER: accessHeader,
  SELO_ACCESS_KEY: 'access-key',
  SELO_TOKEN_MAIN: 'token-of-main',
};

interface Target {
  name: string;
  baseUrl: string;
  credentials: Credentials;
  /** Whether the answer to a write shows the order's id; otherwise the script looks it up. */
  returnsId: boolean;
  /** Whether answers take time. If not, k6 itself limits the rate. */
  takesTime: boolean;
  takeCounts?(): Promise<object>;
}

const planFor = ({ baseUrl }: Target, runId: string): LoadPlan => {
  const { orders } = plainResources;
  const none = {};
  return {
    runId,
    seed: 1,
    baseUrl,
    accessHeader: { name: accessHeader, env: 'SELO_ACCESS_KEY' },
    companies: [{ name: 'main', tokenEnv: 'SELO_TOKEN_MAIN', flows: { completed: 1, onHold: 0 } }],
    scenarios: [{ name: 'measure', startSeconds: 0, segments: [{ from: 10_000, to: 10_000, seconds: 60 }] }],
    weights: { completed: 4, pay: 1 },
    jitter: false,
    users: 10,
    timeoutSeconds: 10,
    thinkSeconds: 0,
    sampleEvery,
    templates: {
      order: orders && 'body' in orders ? (orders.body ?? none) : none,
      customer: none,
      product: none,
      store: none,
      cart: none,
      sharedCoupon: none,
      webhook: none,
    },
    phonePattern,
    ordersList: undefined,
    summaryFile: '',
  };
};

/** The figures of our script and of a bare one for the same journeys. */
interface Pair {
  target: Target;
  journeys: number;
  own: Figures;
  bare: Figures;
}

/**
 * Measures what our load script costs beyond its requests. Compares its rate and k6's CPU time with those of a bare script
 * that sends the same requests, on targets that do next to nothing and on the embedded platform. Resolves with what did
 * not hold. Rejects if a request fails, or if the two scripts send different ones.
 */
export const compareScripts = async (k6: K6, say: (line: string) => void): Promise<string[]> => {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'selo-load-rate-'));
  resources.defer(() => rm(folder, { recursive: true }));
  const journalFile = join(folder, 'journal.jsonl');
  const planFile = join(folder, 'plan.json');
  let runs = 0;

  const measure = async (target: Target, script: 'own' | 'bare', journeys: number) => {
    runs += 1;
    await writeFile(planFile, JSON.stringify(planFor(target, `rate${runs}`)));
    const measured = await measureScript({
      k6,
      script: `${script}-journeys.ts`,
      journalFile,
      environment: {
        ...target.credentials,
        SELO_JOURNEYS: String(journeys),
        SELO_BASE_URL: target.baseUrl,
        SELO_RETURNS_ID: String(target.returnsId),
        SELO_RUN: String(runs),
        SELO_SAMPLE_EVERY: String(sampleEvery),
        SELO_LOAD_PLAN: planFile,
      },
    });
    await rm(journalFile, { force: true });
    if (measured.failed > 0) throw new Error(`${measured.failed} requests of the ${script} script failed`);
    return { measured, sent: JSON.stringify([measured.requests, await target.takeCounts?.()]) };
  };

  const bareTarget = async (name: string, { returnsId = true, takesMs = 0 } = {}): Promise<Target> => {
    const { baseUrl, takeCounts } = resources.use(await startBareTarget({ returnsId, takesMs }));
    return { name, baseUrl, credentials: bareCredentials, returnsId, takesTime: takesMs > 0, takeCounts };
  };
  // nobody is registered, so it notifies nobody
  const platform = resources.use(
    await forkEmbedded({ timeScale: 1, webhooks: { timeoutFloorMs: 1_000, maxInFlight: 256 } }),
  );
  const targets: Target[] = [
    await bareTarget('bare target, takes 10 ms', { takesMs: 10 }),
    await bareTarget('bare target, at once'),
    await bareTarget('bare target, ids looked up', { returnsId: false }),
    {
      name: 'embedded platform',
      baseUrl: platform.profile.baseUrl,
      credentials: credentialsOf(platform),
      returnsId: false,
      takesTime: false,
    },
  ];

  const pairs: Pair[] = [];
  for (const target of targets) {
    const { measured } = await measure(target, 'bare', warmUpJourneys);
    const journeys = Math.round((warmUpJourneys / measured.seconds) * roundSeconds);
    pairs.push({ target, journeys, own: noFigures(), bare: noFigures() });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const pair of pairs) {
      const sent = new Set<string>();
      for (const script of round % 2 === 0 ? (['own', 'bare'] as const) : (['bare', 'own'] as const)) {
        const run = await measure(pair.target, script, pair.journeys);
        sent.add(run.sent);
        addRound(pair[script], run.measured, run.measured.cpu);
      }
      if (sent.size > 1) throw new Error(`the scripts sent different requests: ${[...sent].join(' and ')}`);
    }
    const shares = pairs.map(({ target: { name }, own, bare }) => {
      const [share = Number.NaN] = ratios(own.rates.slice(-1), bare.rates.slice(-1));
      return `${name} ${(100 * share).toFixed(0)} %`;
    });
    say(`Scripts, round ${round + 1} of ${rounds}: ${shares.join(', ')}`);
  }

  const header = ['target', 'requests a second', 'of the bare script', 'share', 'k6 CPU s for 10,000', 'bare', 'ratio'];
  const rows = pairs.map(({ target, own, bare }) => [
    target.name,
    spreadText(own.rates, 0),
    spreadText(bare.rates, 0),
    spreadText(ratios(own.rates, bare.rates), 2),
    spreadText(own.cpu, 2),
    spreadText(bare.cpu, 2),
    spreadText(ratios(own.cpu, bare.cpu), 2),
  ]);
  for (const line of aligned([header, ...rows])) say(line);
  return pairs
    .map(({ target, own, bare }) => ({ target, share: median(ratios(own.rates, bare.rates)) }))
    .filter(({ target, share }) => target.takesTime && !(share >= minShare))
    .map(
      ({ target, share }) =>
        `against the ${target.name} the load script sends ${(100 * share).toFixed(0)} % of what a bare script sends, not ${100 * minShare} %`,
    );
};
