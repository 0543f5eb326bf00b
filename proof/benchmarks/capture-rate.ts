import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from 'simple-statistics';
import { type Forked, forked } from '../../fixtures/processes/forked.ts';
import { listen } from '../../fixtures/processes/listening.ts';
import { type LoadCapture, startLoadCapture } from '../../load/capture/start-load-capture.ts';
import { say } from '../command-line.ts';
import { ratios, spreadText } from './spread.ts';

// Measures what the capture of a load run costs beyond receiving. One generator sends to the capture and to a bare server
// that parses the same JSON and answers 204, each in a separate process. On a busy machine, CPU time is the steadier figure.

const rounds = 6;
const deliveriesPerRound = 100_000;
const connections = 64;

interface Burst {
  url: string;
  deliveries: number;
}

interface Sent {
  seconds: number;
  /** Answers other than 204. */
  others: number;
}

const ownCpuSeconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1e6;

/** Answers as a capture does, and keeps nothing. */
const serveBare = async (): Promise<void> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString());
      response.writeHead(204).end();
    });
  });
  const { url } = await listen(server);
  process.send?.(url);
  process.on('message', () => process.send?.(ownCpuSeconds(process.cpuUsage())));
};

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
  process.on('message', async (burst: Burst) => process.send?.(await sendBurst(burst)));
};

/** The answer of a child to a message. */
const answerOf = async <Answer>(child: Forked, message: object): Promise<Answer> => {
  const answer = child.next('answered');
  child.process.send(message);
  // only our own process sends here
  return (await answer) as Answer;
};

/** A server that receives, with a figure of each round. */
interface Receiver {
  name: string;
  url: string;
  cpuSeconds(): Promise<number>;
  rates: number[];
  cpu: number[];
}

const measureRound = async (generator: Forked, { url, cpuSeconds, rates, cpu }: Receiver): Promise<void> => {
  const before = await cpuSeconds();
  const sent = await answerOf<Sent>(generator, { url, deliveries: deliveriesPerRound });
  if (sent.others > 0) throw new Error(`${sent.others} deliveries were not answered 204: too busy to compare`);
  rates.push(deliveriesPerRound / sent.seconds);
  cpu.push((await cpuSeconds()) - before);
};

const MiB = 1024 * 1024;

/** MiB of journal for a million deliveries. */
const journalSize = async ({ journals }: LoadCapture, deliveries: number): Promise<number> => {
  const sizes = await Promise.all(journals.map(async (journal) => (await stat(journal)).size));
  return sizes.reduce((sum, size) => sum + size, 0) / MiB / (deliveries / 1e6);
};

const startCapture = async (resources: AsyncDisposableStack, processes: number): Promise<LoadCapture> => {
  const folder = await mkdtemp(join(tmpdir(), 'selo-benchmark-'));
  resources.defer(() => rm(folder, { recursive: true }));
  const plan = { refuseEvery: 0, refuseTimes: 0, failingReceivers: [], sampleEvery: 1_000 };
  return resources.use(await startLoadCapture({ folder, processes, companies: ['amber'], ...plan }));
};

const compareWith = (bare: Receiver, { name, rates, cpu }: Receiver): string => {
  const percents = ratios(rates, bare.rates).map((ratio) => 100 * ratio);
  return `${name}: ${spreadText(percents, 0)} % of the bare server's rate; CPU for ${deliveriesPerRound} deliveries ${median(cpu).toFixed(2)} s against ${median(bare.cpu).toFixed(2)} s`;
};

const compare = async (): Promise<void> => {
  await using resources = new AsyncDisposableStack();
  const startChild = (role: string): Forked => resources.use(forked(new URL(import.meta.url), { role }, role));
  const generator = startChild('generate');
  const bareProcess = startChild('bare');
  const bareUrl = `${await bareProcess.next('listened')}/in/x`;
  const [single, pair] = [await startCapture(resources, 1), await startCapture(resources, 2)];
  const receiver = (name: string, url: string, cpuSeconds: Receiver['cpuSeconds']): Receiver => ({
    name,
    url,
    cpuSeconds,
    rates: [],
    cpu: [],
  });
  const bare = receiver('bare server', bareUrl, () => answerOf<number>(bareProcess, {}));
  const captures = [
    receiver('capture, 1 process', single.urlOf('amber'), single.cpuSeconds),
    receiver('capture, 2 processes', pair.urlOf('amber'), pair.cpuSeconds),
  ];
  const receivers = [bare, ...captures];

  // warms up the compilers
  for (const { url } of receivers) await answerOf<Sent>(generator, { url, deliveries: deliveriesPerRound / 2 });
  const warm = await single.health();
  for (let round = 0; round < rounds; round++) {
    const inTurn = [...receivers.slice(round % 3), ...receivers.slice(0, round % 3)];
    for (const each of inTurn) await measureRound(generator, each);
    const reported = receivers.map(({ name, rates }) => `${name} ${Math.round(rates.at(-1) ?? 0)}/s`);
    say(`round ${round + 1}: ${reported.join(', ')}`);
  }

  for (const capture of captures) say(compareWith(bare, capture));
  const { received, memoryMiB, loopDelayP99Ms, overloaded } = await single.health();
  const sent = warm.received + deliveriesPerRound * rounds;
  if (received !== sent) throw new Error(`the capture counted ${received} deliveries, and ${sent} were sent`);
  say(
    `${received} deliveries to 1 process: journal ${(await journalSize(single, received)).toFixed(0)} MiB a million\nmemory ${warm.memoryMiB.toFixed(0)} MiB at its most after the first ${warm.received}, ${memoryMiB.toFixed(0)} MiB after all; loop delay p99 ${loopDelayP99Ms.toFixed(1)} ms; overloaded ${overloaded}`,
  );
};

const { role } = JSON.parse(process.argv[2] ?? '{}');
if (role !== undefined) process.on('disconnect', () => process.exit());
if (role === 'bare') await serveBare();
else if (role === 'generate') generate();
else await compare();
