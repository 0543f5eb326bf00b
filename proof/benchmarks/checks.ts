import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { Agent, request } from 'undici';
import { isAnswered, type RecordedExchange } from '../../fixtures/exchange.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { credentialHeaders } from '../../fixtures/run/credentials.ts';
import { startRun } from '../../fixtures/run/start-run.ts';
import { startEmbedded } from '../../platform/embedded/start-embedded.ts';
import { sections } from '../../suites/catalogue.ts';
import { judge } from '../../suites/judge/judge.ts';
import type { Rule } from '../../suites/rule.ts';
import { openSession, type Session } from '../../suites/session/session.ts';
import { spreadText } from './spread.ts';

// Measures what the checks cost beyond their requests. The rules that wait for nothing are judged, then their requests are
// sent again in the same order and with the same concurrency. A first round, which does not count, finds the rules that
// wait. Prints ratios of the elapsed time and of the processor time; both include the platform.

const rounds = 9;

/** Begins to measure. The returned function ends it. */
const measure = (): (() => Cost) => {
  const started = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { milliseconds: performance.now() - started, processorMs: (user + system) / 1000 };
  };
};

interface Selected {
  section: string;
  rule: Rule;
}

const everyRule: readonly Selected[] = sections.flatMap(({ name, rules }) =>
  rules.map((rule) => ({ section: name, rule })),
);

interface Cost {
  milliseconds: number;
  processorMs: number;
}

interface Timed extends Cost {
  exchanges: readonly RecordedExchange[];
}

/** A session that notes when its check waits: that time is the platform's, not ours. */
const notingWaits = (session: Session, onWait: () => void): Session => ({
  ...session,
  time: {
    ...session.time,
    wait(...asked) {
      onWait();
      return session.time.wait(...asked);
    },
    pause(...asked) {
      onWait();
      return session.time.pause(...asked);
    },
  },
  lock(company) {
    onWait();
    return session.lock(company);
  },
});

/** Judges rules at the same time. Calls `onWait` with the id of a rule that waits. */
const judgeOnce = async (selected: readonly Selected[], onWait: (id: string) => void = () => {}): Promise<Timed> => {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'selo-benchmark-'));
  resources.defer(() => rm(folder, { recursive: true }));
  const { profile, secrets } = resources.use(await startEmbedded());
  const run = resources.use(await startRun({ profile, secrets, depth: 'full', seed: 1, folder }));
  const session = resources.use(await openSession(run.handle));
  const cost = measure();
  await Promise.all(
    selected.map(({ section, rule }) =>
      judge(
        notingWaits(session, () => onWait(rule.id)),
        section,
        rule,
      ),
    ),
  );
  return { ...cost(), exchanges: session.exchanges };
};

/** The headers with the credentials, which the record does not have. */
const headersOf = (profile: Profile, exchange: RecordedExchange): Record<string, string> => {
  const company = profile.companies.find(({ name }) => name === exchange.company);
  const credentials = company ? credentialHeaders(profile, company) : {};
  return Object.fromEntries(
    Object.entries(exchange.request.headers).map(([name, value]) => [name, credentials[name] ?? value]),
  );
};

const replayOnce = async (exchanges: readonly RecordedExchange[]): Promise<Cost> => {
  await using target = await startEmbedded();
  const { profile } = target;
  const { concurrency } = profile.limits;
  const agent = new Agent({ connections: concurrency, allowH2: false });
  const queue = new PQueue({ concurrency });
  const cost = measure();
  await queue.addAll(
    exchanges.filter(isAnswered).map((exchange) => async () => {
      const { method, path, body } = exchange.request;
      const headers = headersOf(profile, exchange);
      const answer = await request(profile.baseUrl + path, { dispatcher: agent, method, headers, body: body ?? null });
      await answer.body.text();
    }),
  );
  const measured = cost();
  await agent.destroy();
  return measured;
};

const times: number[] = [];
const processorTimes: number[] = [];
const waiting = new Set<string>();
await judgeOnce(everyRule, (id) => waiting.add(id));
const selected = everyRule.filter(({ rule }) => !waiting.has(rule.id));
const { exchanges } = await judgeOnce(selected);
await replayOnce(exchanges);
for (let round = 0; round < rounds; round++) {
  const judged = await judgeOnce(selected);
  const bare = await replayOnce(judged.exchanges);
  times.push(judged.milliseconds / bare.milliseconds);
  processorTimes.push(judged.processorMs / bare.processorMs);
}
process.stdout.write(
  `${selected.length} rules that wait for nothing (${waiting.size} wait), ${exchanges.length} requests. The checks take ${spreadText(times, 2)} times as long as a bare replay, and ${spreadText(processorTimes, 2)} times its processor time: medians of ${rounds} rounds.\n`,
);
