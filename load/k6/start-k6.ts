import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { type CpuShare, watchCpu } from './cpu-watch.ts';
import { K6Error } from './k6-error.ts';
import { isLiveOutput } from './live-page.ts';
import type { K6 } from './look-for-k6.ts';

/** What every program needs, and what reaches certificates and proxies. */
const ofTheSystem = /^(HOME|PATH|TMPDIR|SYSTEMROOT|SSL_CERT_\w+|HTTPS?_PROXY|NO_PROXY)$/i;

/**
 * The settings of k6 that may come from outside: which outputs there are, how those are reached, how names are resolved,
 * and which addresses of this machine requests leave by. All others are the plan's: `K6_VUS`, `K6_DURATION`,
 * `K6_ITERATIONS` and `K6_STAGES` replace the scenarios, `K6_RPS` slows them, `K6_NO_TEARDOWN` loses the counts.
 */
const ofK6 = /^K6_(OUT|DNS|LOCAL_IPS|(CLOUD|CSV|DATADOG|INFLUXDB|KAFKA|OTEL|PROMETHEUS|STATSD|TIMESCALEDB)_\w+)$/;

/** The prefix by which an output that an extension brings is set: `xk6-elasticsearch=…` by `K6_ELASTICSEARCH_…`. */
const prefixOf = (output: string): string =>
  `K6_${output
    .replace(/=.*/s, '')
    .replace(/^(xk6-)?(output-)?/, '')
    .replaceAll('-', '_')
    .toUpperCase()}_`;

/** What k6 gets of the environment of Selo, with these outputs. */
export const k6Environment = (environment: NodeJS.ProcessEnv, outputs: readonly string[]): NodeJS.ProcessEnv => {
  const prefixes = outputs.map(prefixOf);
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => ofTheSystem.test(name) || ofK6.test(name) || prefixes.some((prefix) => name.startsWith(prefix)),
    ),
  );
};

export interface K6Options {
  k6: K6;
  /** Path of the script. */
  script: string;
  /** Where what scripts log is appended. */
  journalFile: string;
  /** Secrets and settings that the script reads, besides what the user's own environment says of k6's outputs. */
  environment: Record<string, string>;
  /** k6's own outputs, as its `--out` takes them. */
  outputs: readonly string[];
  /** Where k6's own page is written; none where this is absent. */
  dashboardFile?: string;
  /** Where k6 serves that page during the run, on this machine; nowhere where this is absent. */
  livePort?: number;
  /** Further flags, for example of an execution segment. */
  flags: readonly string[];
}

export interface K6End {
  /** Undefined when a signal ended it. */
  code: number | undefined;
  /** What it complained about, each kind once. */
  errors: string[];
  /** CPU seconds it used over wall seconds and cores; null where the system does not report it. */
  cpuShare: number | null;
  cpuBetween: CpuShare;
}

export interface RunningK6 {
  readonly ended: Promise<K6End>;
  cpuBetween: CpuShare;
  /** Cuts running journeys off; what comes after them still happens. */
  stop(): void;
  /** At once. */
  kill(): void;
}

/** A file of settings that sets nothing: the user's own, in the home folder, could replace the scenarios. */
const noSettings = fileURLToPath(new URL('no-settings.json', import.meta.url));

/** What the ledger and the metrics report more exactly. */
const reportedElsewhere = [/^Request Failed/, /Insufficient VUs/, /^thresholds on metrics/, /^$/];
const expectedWhenStopped = /^test run was aborted because k6 received/;
const keptErrors = 20;
const longestError = 300;

/** Starts k6 on a script. It contacts nobody but the target and the outputs that it is given. */
export const startK6 = async (options: K6Options): Promise<RunningK6> => {
  const { k6, script, journalFile, environment, outputs, dashboardFile, livePort = -1, flags } = options;
  const child = spawn(
    k6.path,
    [
      'run',
      '--quiet',
      `--config=${noSettings}`,
      '--log-format=raw',
      `--console-output=${journalFile}`,
      // its own page is asked for by variables
      ...outputs.filter((output) => !isLiveOutput(output)).map((output) => `--out=${output}`),
      // k6 1.x serves an API on one fixed port, where a second generator on this machine would fail
      '--address=',
      ...flags,
      script,
    ],
    {
      env: {
        ...k6Environment(process.env, outputs),
        K6_NO_USAGE_REPORT: 'true',
        K6_AUTO_EXTENSION_RESOLUTION: 'false',
        ...(dashboardFile === undefined
          ? {}
          : {
              K6_WEB_DASHBOARD: 'true',
              K6_WEB_DASHBOARD_EXPORT: dashboardFile,
              K6_WEB_DASHBOARD_HOST: '127.0.0.1',
              K6_WEB_DASHBOARD_PORT: `${livePort}`,
              K6_WEB_DASHBOARD_PERIOD: '1s',
            }),
        ...environment,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
      // Ctrl-C reaches it through us alone, so that it ends in good order
      detached: process.platform !== 'win32',
    },
  );
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
    const kind = line.slice(0, longestError);
    const times = errors.get(kind) ?? 0;
    if (times > 0 || errors.size < keptErrors) errors.set(kind, times + 1);
  });
  const cpu = watchCpu(pid);

  // in a group of its own it would outlive us
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
