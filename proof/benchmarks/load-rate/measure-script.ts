import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { childEnvironment } from '../../../fixtures/processes/child-environment.ts';
import { listen } from '../../../fixtures/processes/listening.ts';
import { cpuSecondsOf } from '../../../load/k6/cpu-watch.ts';
import type { K6 } from '../../../load/k6/look-for-k6.ts';

interface MeasureOptions {
  k6: K6;
  /** Name of a script in the folder `k6`. */
  script: string;
  environment: Record<string, string>;
  /** Receives what the script logs. */
  journalFile: string;
}

/** What happened between the script's two marks, without the start and the end of k6. */
export interface Measured {
  seconds: number;
  /** CPU seconds of k6. */
  cpu: number;
  /** Answered requests, as k6 counts them. */
  requests: number;
  failed: number;
}

/** The part of k6's summary that is read. */
type Metrics = Record<string, { values: Record<string, number> } | undefined>;

const marksPerRun = 2;

/** Runs a k6 script that marks its begin and end. Rejects when k6 fails, or when a mark is missing. */
export const measureScript = async ({ k6, script, environment, journalFile }: MeasureOptions): Promise<Measured> => {
  const marks: { atMs: number; cpu: number }[] = [];
  let pid = 0;
  await using markServer = await listen(
    createServer((_, response) => {
      marks.push({ atMs: performance.now(), cpu: cpuSecondsOf(pid) ?? Number.NaN });
      response.end();
    }),
  );
  const running = promisify(execFile)(
    k6.path,
    [
      ...['run', '--quiet', '--no-color', '--log-format=raw', `--console-output=${journalFile}`],
      fileURLToPath(new URL(`k6/${script}`, import.meta.url)),
    ],
    {
      env: {
        ...childEnvironment(),
        K6_NO_USAGE_REPORT: 'true',
        K6_AUTO_EXTENSION_RESOLUTION: 'false',
        SELO_MARKS: markServer.url,
        ...environment,
      },
    },
  );
  pid = running.child.pid ?? 0;
  const { stdout } = await running;
  const [first, last] = marks;
  if (first === undefined || last === undefined) throw new Error(`${script} set no mark`);
  const { http_reqs: requests, http_req_failed: failures }: Metrics = JSON.parse(stdout).metrics;
  return {
    seconds: (last.atMs - first.atMs) / 1000,
    cpu: last.cpu - first.cpu,
    requests: (requests?.values.count ?? 0) - marksPerRun,
    // a sample of this metric is a request that failed, so k6 calls it a pass
    failed: failures?.values.passes ?? 0,
  };
};
