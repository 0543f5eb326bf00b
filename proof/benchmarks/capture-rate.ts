import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from 'simple-statistics';
import { type LoadCapture, startLoadCapture } from '../../load/capture/start-load-capture.ts';
import { say } from '../command-line.ts';
import { ratios, spreadText } from './spread.ts';

// Measures what the capture of a load run costs beyond receiving. One generator sends to the capture and to a bare server
// that parses the same JSON and answers 204, each in a separate process. On a busy machine, CPU time is the steadier figure.

const rounds = 6;
const deliveriesPerRound = 100_000;
const connections = 64;
const lastStartMs = 70_000;

interface Burst {
  url: string;
  deliveries: number;
}

interface Sent {
  seconds: number;
  /** Answers other than 204. */
  others: number;
}

const self = fileURLToPath(import.meta.url);

/** Answers as a capture does, and keeps nothing. */
const serveBare = (): void => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString());
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object') process.send?.(address?.port);
  });
  process.on('message', () => process.send?.(ownCpuSeconds(process.cpuUsage())));
};

const ownCpuSeconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1e6;

/** Sends deliveries with different ids over kept connections, one at a time on each. */
const sendBurst = ({ url, deliveries }: Burst): Promise<Sent> => {
  const { port, hostname, host, pathname } = new URL(url);
  const idLength = 12;
  const body = JSON.stringify({
    code: 'GB-4T7K9QXZ',
    id: randomUUID(),
    orderId: randomUUID(),
    companyId: randomUUID(),
  });
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/json',
    `authorization: Bearer ${randomUUID()}`,
    `content-length: ${body.length}`,
  ];
  const text = `${head.join('\r\n')}\r\n\r\n${body}`;
  const idEnds = ['"id":"', '"orderId":"'].map((start) => text.indexOf(start) + start.length + randomUUID().length);
  const { promise, resolve, reject } = Promise.withResolvers<Sent>();
  const started = performance.now();
  let sent = 0;
  let answered = 0;
  let others = 0;

  for (let connection = 0; connection < connections; connection++) {
    const message = Buffer.from(text);
    const socket = connect(Number(port), hostname);
    const sendNext = (): void => {
      if (sent === deliveries) {
        socket.destroy();
        return;
      }
      sent += 1;
      const id = sent.toString(16).padStart(idLength, '0');
      for (const end of idEnds) message.write(id, end - idLength, 'latin1');
      socket.write(message);
    };
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('connect', sendNext);
    socket.on('data', (data) => {
      // an answer is short and comes whole
      if (data.toString('latin1', 9, 12) !== '204') others += 1;
      answered += 1;
      if (answered === deliveries) resolve({ seconds: (performance.now() - started) / 1000, others });
      sendNext();
    });
  }
  return promise;
};

const generate = (): void => {
  process.on('message', (burst: Burst) => {
    sendBurst(burst).then(
      (sent) => process.send?.(sent),
      (error: unknown) => {
        throw error;
      },
    );
  });
};

/** The answer of a child to a message; without a message, its first report. */
const answerOf = async <Answer>(child: ChildProcess, message?: object): Promise<Answer> => {
  const ending = new AbortController();
  const { signal } = ending;
  const died = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`a process of the benchmark ended early, with code ${code}`);
  });
  const answered = once(child, 'message', { signal });
  if (message !== undefined) child.send(message);
  try {
    const [answer] = await Promise.race([answered, died]);
    return answer;
  } finally {
    ending.abort();
    await Promise.allSettled([answered, died]);
  }
};

interface Contestant {
  name: string;
  url: string;
  cpuSeconds(): Promise<number>;
  rates: number[];
  cpu: number[];
}

const MiB = 1024 * 1024;

const journalBytes = async ({ journals }: LoadCapture): Promise<number> => {
  const sizes = await Promise.all(journals.map(async (journal) => (await stat(journal)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};

const compare = async (): Promise<void> => {
  await using resources = new AsyncDisposableStack();
  const startChild = (role: string): ChildProcess =>
    resources.adopt(fork(self, [role]), (child) => {
      child.kill();
    });
  const startCapture = async (processes: number): Promise<LoadCapture> => {
    const folder = await mkdtemp(join(tmpdir(), 'selo-benchmark-'));
    resources.defer(() => rm(folder, { recursive: true }));
    const plan = { refuseEvery: 0, refuseTimes: 0, failingReceivers: [], sampleEvery: 1_000 };
    return resources.use(await startLoadCapture({ folder, processes, companies: ['amber'], ...plan }));
  };
  const generator = startChild('generate');
  const bare = startChild('bare');
  const barePort = await answerOf<number>(bare);
  const [single, pair] = [await startCapture(1), await startCapture(2)];

  const contestants: Contestant[] = [
    { name: 'bare server', url: `http://127.0.0.1:${barePort}/in/x`, cpuSeconds: () => answerOf<number>(bare, {}) },
    { name: 'capture, 1 process', url: single.urlOf('amber'), cpuSeconds: () => single.cpuSeconds() },
    { name: 'capture, 2 processes', url: pair.urlOf('amber'), cpuSeconds: () => pair.cpuSeconds() },
  ].map((contestant) => ({ ...contestant, rates: [], cpu: [] }));

  // warms up the compilers
  for (const { url } of contestants) await answerOf<Sent>(generator, { url, deliveries: deliveriesPerRound / 2 });
  const warm = await single.health();
  for (let round = 0; round < rounds && performance.now() < lastStartMs; round++) {
    const inTurn = [...contestants.slice(round % 3), ...contestants.slice(0, round % 3)];
    for (const { url, cpuSeconds, rates, cpu } of inTurn) {
      const before = await cpuSeconds();
      const sent = await answerOf<Sent>(generator, { url, deliveries: deliveriesPerRound });
      if (sent.others > 0) throw new Error(`${sent.others} deliveries were not answered 204: too busy to compare`);
      rates.push(deliveriesPerRound / sent.seconds);
      cpu.push(((await cpuSeconds()) - before) * (100_000 / deliveriesPerRound));
    }
    const reported = contestants.map(({ name, rates }) => `${name} ${Math.round(rates.at(-1) ?? 0)}/s`);
    say(`round ${round + 1}: ${reported.join(', ')}`);
  }

  const [bareServer, ...captures] = contestants;
  if (!bareServer) throw new Error('there is no bare server');
  for (const { name, rates, cpu } of captures) {
    const percents = ratios(rates, bareServer.rates).map((ratio) => 100 * ratio);
    say(
      `${name}: ${spreadText(percents, 0)} % of the bare server's rate; CPU for 100,000 deliveries ${median(cpu).toFixed(2)} s against ${median(bareServer.cpu).toFixed(2)} s`,
    );
  }
  const health = await single.health();
  if (health.received !== warm.received + deliveriesPerRound * (captures[0]?.rates.length ?? 0)) {
    throw new Error('the capture counted other than was sent');
  }
  const millions = health.received / 1e6;
  say(
    `${health.received} deliveries to 1 process: journal ${((await journalBytes(single)) / MiB / millions).toFixed(0)} MiB a million\nmemory ${warm.memoryMiB.toFixed(0)} MiB at its most after the first ${warm.received}, ${health.memoryMiB.toFixed(0)} MiB after all; loop delay p99 ${health.loopDelayP99Ms.toFixed(1)} ms; overloaded ${health.overloaded}`,
  );
};

const [, , role] = process.argv;
if (role === 'bare') serveBare();
else if (role === 'generate') generate();
else await compare();
