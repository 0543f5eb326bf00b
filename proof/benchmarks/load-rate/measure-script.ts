import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { cpuSecondsOf } from '../../../load/k6/cpu-watch.ts';
import type { K6 } from '../../../load/k6/look-for-k6.ts';

interface MeasureOptions {
  k6: K6;
  /** Name of a script in the folder `k6`. */
  script: string;
  environment: Record<string, string>;
  /** Receives what the script logs. */
  journalFile: string;
  /** A server whose CPU time is also measured. */
  serverPid?: number;
}

/** What happened between the script's two marks, without the start and the end of k6. */
export interface Measured {
  seconds: number;
  /** CPU seconds of k6. */
  cpu: number;
  /** CPU seconds of the server. */
  serverCpu: number;
  /** Answered requests, as k6 counts them. */
  requests: number;
  failed: number;
}

interface Mark {
  atMs: number;
  cpu: number;
  serverCpu: number;
}

interface Summary {
  metrics: Record<string, { values: Record<string, number> } | undefined>;
}

const marksPerRun = 2;

/** Runs a k6 script that marks its begin and end. Rejects when k6 fails, or when a mark is missing. */
export const measureScript = async (options: MeasureOptions): Promise<Measured> => {
  const { k6, script, environment, journalFile, serverPid } = options;
  const marks: Mark[] = [];
  let pid = 0;
  const markServer = createServer((_, response) => {
    const serverCpu = serverPid === undefined ? Number.NaN : (cpuSecondsOf(serverPid) ?? Number.NaN);
    marks.push({ atMs: performance.now(), cpu: cpuSecondsOf(pid) ?? Number.NaN, serverCpu });
    response.end();
  });
  markServer.listen(0, '127.0.0.1');
  await once(markServer, 'listening');
  const address = markServer.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const child = spawn(
    k6.path,
    [
      ...['run', '--quiet', '--no-color', '--log-format=raw', `--console-output=${journalFile}`],
      fileURLToPath(new URL(`k6/${script}`, import.meta.url)),
    ],
    {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        K6_NO_USAGE_REPORT: 'true',
        K6_AUTO_EXTENSION_RESOLUTION: 'false',
        SELO_MARKS: `http://127.0.0.1:${port}/`,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const closed = once(child, 'close');
  pid = child.pid ?? 0;
  let output = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  try {
    const [code]: unknown[] = await closed;
    const [first, last] = marks;
    if (code !== 0 || first === undefined || last === undefined) {
      throw new Error(`k6 failed with ${script} (${code}): ${complaint.slice(-1000)}`);
    }
    const { metrics } = JSON.parse(output) as Summary;
    const { http_reqs: requests, http_req_failed: failures } = metrics;
    return {
      seconds: (last.atMs - first.atMs) / 1000,
      cpu: last.cpu - first.cpu,
      serverCpu: last.serverCpu - first.serverCpu,
      requests: (requests?.values.count ?? 0) - marksPerRun,
      // a sample of this metric is a request that failed, so k6 calls it a pass
      failed: failures?.values.passes ?? 0,
    };
  } finally {
    markServer.closeAllConnections();
    markServer.close();
  }
};
