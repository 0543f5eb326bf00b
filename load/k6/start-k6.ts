import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { type CpuShare, watchCpu } from './cpu-watch.ts';
import { K6Error } from './k6-error.ts';
import { isLiveOutput } from './live-page.ts';
import type { K6 } from './look-for-k6.ts';

const systemVariable = /^(HOME|PATH|TMPDIR|SYSTEMROOT|SSL_CERT_\w+|HTTPS?_PROXY|NO_PROXY)$/i;

/** The settings of k6 that a user may set: outputs, DNS and local addresses. Others, such as `K6_VUS`, change the plan. */
const k6Variable = /^K6_(OUT|DNS|LOCAL_IPS|(CLOUD|CSV|DATADOG|INFLUXDB|KAFKA|OTEL|PROMETHEUS|STATSD|TIMESCALEDB)_\w+)$/;

/** The prefix of the settings of an extension's output: `K6_ELASTICSEARCH_` for `xk6-elasticsearch=…`. */
const prefixOf = (output: string): string =>
  `K6_${output
    .replace(/=.*/s, '')
    .replace(/^(xk6-)?(output-)?/, '')
    .replaceAll('-', '_')
    .toUpperCase()}_`;

/** What k6 inherits from the environment of Selo, with these outputs. */
export const k6Environment = (environment: NodeJS.ProcessEnv, outputs: readonly string[]): NodeJS.ProcessEnv => {
  const prefixes = outputs.map(prefixOf);
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) =>
        systemVariable.test(name) || k6Variable.test(name) || prefixes.some((prefix) => name.startsWith(prefix)),
    ),
  );
};

export interface K6Options {
  k6: K6;
  script: string;
  /** The log of the script is appended to it. */
  journalFile: string;
  /** Further variables, such as the secrets that the script reads. */
  environment: Record<string, string>;
  /** Values of `--out`. */
  outputs: readonly string[];
  /** Where k6 writes its page; absent for none. */
  dashboardFile?: string;
  /** The local port of that page during the run; absent for none. */
  livePort?: number;
  /** Further flags, for example for an execution segment. */
  flags?: readonly string[];
}

export interface K6End {
  /** Undefined if a signal ended it. */
  code: number | undefined;
  /** Each kind of error once. */
  errors: string[];
  /** Of the whole run. */
  cpuShare: number | null;
  cpuBetween: CpuShare;
}

export interface RunningK6 {
  readonly ended: Promise<K6End>;
  cpuBetween: CpuShare;
  /** Interrupts running journeys. k6 still writes its summary. */
  stop(): void;
  kill(): void;
}

/** Replaces the settings in the user's home folder, which could change the scenarios. */
const noSettings = fileURLToPath(new URL('no-settings.json', import.meta.url));

/** Errors that the ledger and the metrics report more exactly. */
const reportedElsewhere = [/^Request Failed/, /Insufficient VUs/, /^thresholds on metrics/, /^$/];
const expectedWhenStopped = /^test run was aborted because k6 received/;
const keptErrors = 20;
const maxErrorLength = 300;

const argumentsOf = ({ script, journalFile, outputs, flags = [] }: K6Options): string[] => [
  'run',
  '--quiet',
  `--config=${noSettings}`,
  '--log-format=raw',
  `--console-output=${journalFile}`,
  // `pageVariables` turns the page on
  ...outputs.filter((output) => !isLiveOutput(output)).map((output) => `--out=${output}`),
  // no API: k6 1.x serves it on a fixed port, so a second generator on this machine would fail
  '--address=',
  ...flags,
  script,
];

const pageVariables = ({ dashboardFile, livePort = -1 }: K6Options): NodeJS.ProcessEnv =>
  dashboardFile === undefined
    ? {}
    : {
        K6_WEB_DASHBOARD: 'true',
        K6_WEB_DASHBOARD_EXPORT: dashboardFile,
        K6_WEB_DASHBOARD_HOST: '127.0.0.1',
        K6_WEB_DASHBOARD_PORT: `${livePort}`,
        K6_WEB_DASHBOARD_PERIOD: '1s',
      };

/** Starts k6, which contacts only the target and the outputs. */
export const startK6 = async (options: K6Options): Promise<RunningK6> => {
  const { k6, environment, outputs } = options;
  const child = spawn(k6.path, argumentsOf(options), {
    env: {
      ...k6Environment(process.env, outputs),
      K6_NO_USAGE_REPORT: 'true',
      K6_AUTO_EXTENSION_RESOLUTION: 'false',
      ...pageVariables(options),
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    // in its own process group, so that Ctrl+C reaches only us and we end it in order
    detached: process.platform !== 'win32',
  });
  const { pid } = child;
  if (pid === undefined) {
    const [error]: unknown[] = await once(child, 'error');
    throw new K6Error(`${k6.path} could not be started: ${messageOf(error)}. Set SELO_K6 to the path of another k6.`);
  }

  const errors = new Map<string, number>();
  let isStopped = false;
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (reportedElsewhere.some((pattern) => pattern.test(line)) || (isStopped && expectedWhenStopped.test(line)))
      return;
    const kind = line.slice(0, maxErrorLength);
    const times = errors.get(kind) ?? 0;
    if (times > 0 || errors.size < keptErrors) errors.set(kind, times + 1);
  });
  const cpu = watchCpu(pid);

  // in its own process group, it would outlive us
  const killWithUs = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', killWithUs);
  const ended = once(child, 'close').then(([code]: unknown[]): K6End => {
    process.off('exit', killWithUs);
    cpu[Symbol.dispose]();
    return {
      code: typeof code === 'number' ? code : undefined,
      errors: [...errors].map(([line, times]) => (times > 1 ? `${line} (${times} times)` : line)),
      cpuShare: cpu.whole(),
      cpuBetween: cpu.between,
    };
  });
  return {
    ended,
    cpuBetween: cpu.between,
    stop() {
      isStopped = true;
      child.kill('SIGINT');
    },
    kill: () => child.kill('SIGKILL'),
  };
};
