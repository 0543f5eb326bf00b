import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { Agent, request } from 'undici';
import { startEmbedded } from '../embedded/start-embedded.ts';
import { isAnswered, type RecordedExchange } from '../fixtures/exchange.ts';
import type { Profile } from '../fixtures/profile/profile.ts';
import { credentialHeaders } from '../fixtures/run/credentials.ts';
import { startRun } from '../fixtures/run/start-run.ts';
import { sections } from '../suites/catalogue.ts';
import { judge } from '../suites/judge.ts';
import { openSession } from '../suites/session/session.ts';

// How much the checks cost beyond their requests: the rules that wait for nothing, against a bare replay of the same
// requests in the same order and with the same concurrency, in turn on the same machine. Prints ratios, not times.

const rounds = 9;
/** Their time is the platform's queue and backoff, not ours. */
const waiting = ['flows', 'webhook-registration', 'webhook-delivery'];

interface Timed {
  milliseconds: number;
  exchanges: readonly RecordedExchange[];
}

const judgeOnce = async (): Promise<Timed> => {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'selo-benchmark-'));
  resources.defer(() => rm(folder, { recursive: true }));
  const { profile, secrets } = resources.use(await startEmbedded());
  const run = resources.use(await startRun({ profile, secrets, depth: 'full', seed: 1, folder }));
  const session = resources.use(await openSession(run.handle));
  const started = performance.now();
  await Promise.all(
    sections
      .filter(({ name }) => !waiting.includes(name))
      .flatMap(({ name, rules }) => rules.map((rule) => judge(session, name, rule))),
  );
  return { milliseconds: performance.now() - started, exchanges: session.exchanges };
};

/** The headers as they were sent: the record has the credentials taken out. */
const headersOf = (profile: Profile, exchange: RecordedExchange): Record<string, string> => {
  const company = profile.companies.find(({ name }) => name === exchange.company);
  const credentials = company ? credentialHeaders(profile, company) : {};
  return Object.fromEntries(
    Object.entries(exchange.request.headers).map(([name, value]) => [name, credentials[name] ?? value]),
  );
};

const replayOnce = async (exchanges: readonly RecordedExchange[]): Promise<number> => {
  await using target = await startEmbedded();
  const { profile } = target;
  const { concurrency } = profile.limits;
  const agent = new Agent({ connections: concurrency, allowH2: false });
  const queue = new PQueue({ concurrency });
  const started = performance.now();
  await queue.addAll(
    exchanges.filter(isAnswered).map((exchange) => async () => {
      const { method, path, body } = exchange.request;
      const headers = headersOf(profile, exchange);
      const answer = await request(profile.baseUrl + path, { dispatcher: agent, method, headers, body: body ?? null });
      await answer.body.text();
    }),
  );
  const milliseconds = performance.now() - started;
  await agent.destroy();
  return milliseconds;
};

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const ratios: number[] = [];
const { exchanges } = await judgeOnce();
await replayOnce(exchanges);
for (let round = 0; round < rounds; round++) {
  const judged = await judgeOnce();
  ratios.push(judged.milliseconds / (await replayOnce(judged.exchanges)));
}
process.stdout.write(
  `${exchanges.length} requests: the checks take ${middle(ratios).toFixed(2)} times as long as a bare replay (median of ${rounds} rounds, ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})\n`,
);
