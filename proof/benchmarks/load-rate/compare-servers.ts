import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { median } from 'simple-statistics';
import type { K6 } from '../../../load/k6/look-for-k6.ts';
import { forkEmbedded } from '../../../platform/embedded/fork-embedded.ts';
import { readDescription } from '../peers/prepared-target.ts';
import { ratios, spreadText } from '../spread.ts';
import { addRound, aligned, type Figures, noFigures } from './figures.ts';
import { measureScript } from './measure-script.ts';
import { type Credentials, credentialsOf, type MockServer, runServer } from './run-server.ts';
import { startWireMock } from './wiremock.ts';

/** Prism on the API's description, as it answers fastest: from examples, with nothing logged. */
const startPrism = async (file: string, folder: string, credentials: Credentials): Promise<MockServer> => {
  const description = join(folder, 'openapi.yaml');
  await writeFile(
    description,
    (await readDescription()).replaceAll(/SELO_[A-Z_]+/g, () => randomUUID()),
  );
  return runServer({
    name: 'Prism',
    file,
    args: (port) => ['mock', description, '--port', port, '--host', '127.0.0.1', '--verboseLevel', 'silent'],
    credentials,
  });
};

/** The path of a tool from an environment variable, otherwise from PATH; undefined if it is not installed. */
const findTool = (variable: string, file: string): string | undefined => {
  const { [variable]: named, PATH = '' } = process.env;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`${variable} names ${named}, which is not there`);
    return named;
  }
  return PATH.split(delimiter)
    .map((folder) => join(folder, file))
    .find(existsSync);
};

const rounds = 5;
const requestsPerJourney = 2;
const minFactor = 5;
const firstJourneys = 1_000;
const warmUpRuns = 20;
/** After this many runs that did not get cheaper, the compiler of a server has settled. */
const settledRuns = 3;
const stillCheaper = 0.97;
const roundSeconds = 3;

interface Contestant {
  server: MockServer;
  journeys: number;
  figures: Figures;
}

/** Starts the other servers that are installed, and says which are not. */
const startOthers = async (
  folder: string,
  credentials: Credentials,
  resources: AsyncDisposableStack,
  say: (line: string) => void,
): Promise<MockServer[]> => {
  const servers: MockServer[] = [];
  const prism = findTool('SELO_PRISM', 'prism');
  if (prism === undefined) {
    say('Prism is left out: put `prism` of the npm package @stoplight/prism-cli on PATH, or its path in SELO_PRISM.');
  } else {
    servers.push(resources.use(await startPrism(prism, folder, credentials)));
  }
  const java = findTool('SELO_JAVA', 'java');
  const jar = findTool('SELO_WIREMOCK', 'wiremock-standalone.jar');
  if (java === undefined || jar === undefined) {
    say(
      'WireMock is left out: it needs java on PATH, and the jar of org.wiremock:wiremock-standalone on PATH as wiremock-standalone.jar, or its path in SELO_WIREMOCK.',
    );
  } else {
    servers.push(resources.use(await startWireMock({ java, jar }, folder, credentials)));
  }
  return servers;
};

/**
 * Compares the embedded platform, one Node process, with other mock servers of the same API: the same closed load creates
 * orders and looks them up, on one server after another. Resolves with what did not hold. A server that is not installed
 * is left out. Rejects if a request fails.
 */
export const compareServers = async (k6: K6, say: (line: string) => void): Promise<string[]> => {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'selo-load-rate-'));
  resources.defer(() => rm(folder, { recursive: true }));
  const platform = resources.use(
    await forkEmbedded({ timeScale: 1, webhooks: { timeoutFloorMs: 1_000, maxInFlight: 256 } }),
  );
  const credentials = credentialsOf(platform);
  const others = await startOthers(folder, credentials, resources, say);
  if (others.length === 0) return [];
  const own: MockServer = {
    name: 'embedded platform',
    baseUrl: platform.profile.baseUrl,
    pid: platform.process.pid ?? 0,
    [Symbol.asyncDispose]: async () => {},
  };
  let runs = 0;

  const measure = async ({ name, baseUrl, pid }: MockServer, journeys: number) => {
    runs += 1;
    const measured = await measureScript({
      k6,
      script: 'order-requests.ts',
      journalFile: join(folder, 'journal.jsonl'),
      environment: {
        ...credentials,
        SELO_BASE_URL: baseUrl,
        SELO_JOURNEYS: String(journeys),
        SELO_RUN: String(runs),
        // k6 shares the cores with the server, and collects its garbage less often for it
        GOGC: '400',
      },
      serverPid: pid,
    });
    if (measured.failed > 0) throw new Error(`${measured.failed} requests to ${name} failed`);
    return measured;
  };

  const warmUp = async (server: MockServer): Promise<number> => {
    let journeys = firstJourneys;
    let cheapest = Number.POSITIVE_INFINITY;
    let settled = 0;
    for (let run = 0; run < warmUpRuns && settled < settledRuns; run += 1) {
      const { requests, seconds, serverCpu } = await measure(server, journeys);
      journeys = Math.ceil((requests / requestsPerJourney / seconds) * roundSeconds);
      settled = serverCpu / requests < cheapest * stillCheaper ? 0 : settled + 1;
      cheapest = Math.min(cheapest, serverCpu / requests);
    }
    return journeys;
  };

  const contestants: Contestant[] = [];
  for (const server of [own, ...others])
    contestants.push({ server, journeys: await warmUp(server), figures: noFigures() });
  for (let round = 0; round < rounds; round += 1) {
    const inTurn = [
      ...contestants.slice(round % contestants.length),
      ...contestants.slice(0, round % contestants.length),
    ];
    for (const { server, journeys, figures } of inTurn) {
      const measured = await measure(server, journeys);
      addRound(figures, measured, measured.serverCpu);
    }
    const shares = contestants.map(
      ({ server, figures: { rates, cpu } }) =>
        `${server.name} ${rates.at(-1)?.toFixed(0)}/s at ${cpu.at(-1)?.toFixed(2)} s`,
    );
    say(`Servers, round ${round + 1} of ${rounds}: ${shares.join(', ')}`);
  }

  const [first, ...rest] = contestants;
  const reference = first?.figures ?? noFigures();
  const factors = rest.map(({ server, figures }) => ({
    name: server.name,
    rates: ratios(reference.rates, figures.rates),
    cpu: ratios(figures.cpu, reference.cpu),
  }));
  const header = ['server', 'requests a second', 'CPU s for 10,000', 'platform answers', 'and takes less CPU'];
  const rows = contestants.map(({ server: { name }, figures: { rates, cpu } }) => {
    const factor = factors.find((each) => each.name === name);
    const against =
      factor === undefined ? ['', ''] : [factor.rates, factor.cpu].map((each) => `${spreadText(each, 1)} ×`);
    return [name, spreadText(rates, 0), spreadText(cpu, 2), ...against];
  });
  for (const line of aligned([header, ...rows])) say(line);
  return factors.flatMap(({ name, rates, cpu }) => {
    const [rate, share] = [median(rates), median(cpu)];
    return [
      ...(rate >= minFactor ? [] : [`the embedded platform answers ${rate.toFixed(1)} times what ${name} does`]),
      ...(share >= minFactor ? [] : [`${name} takes ${share.toFixed(1)} times the embedded platform's CPU time`]),
    ].map((miss) => `${miss}, not ${minFactor} times`);
  });
};
