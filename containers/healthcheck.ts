import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { servedAt } from './served-at.ts';

// Asked by Docker whether the container is well: a command that serves must answer, any other one is well while it runs.

const url = servedAt(readFileSync('/proc/1/cmdline', 'utf8').split('\0'));
if (url !== undefined) {
  process.exitCode = 1;
  const { get } = url.startsWith('https') ? https : http;
  // whom its certificate names is not asked for here
  get(url, { rejectUnauthorized: false, timeout: 3000 }, (answer) => {
    process.exitCode = 0;
    answer.resume();
  })
    .on('timeout', () => process.exit())
    .on('error', () => process.exit());
}
