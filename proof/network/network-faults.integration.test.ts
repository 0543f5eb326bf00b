import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgingLimit } from '../test-judging-limit.ts';
import { allFaults } from './all-faults.ts';
import { judgeRow, problemsOf } from './judge-row.ts';
import { NoToxiproxy, provideToxiproxy } from './toxiproxy/provide-toxiproxy.ts';
import { startToxiproxy, type Toxiproxy } from './toxiproxy/start-toxiproxy.ts';

// all of them: node proof/network-faults.ts
const tried = [
  'latency and jitter',
  'latency and jitter, webhooks',
  'reset before arrival',
  'reset of the answer, webhooks',
  'cut bodies',
  'half-open after arrival',
  'down at times',
  'down, webhooks',
  'challenge with 403',
  'challenge with 200 at times',
  '429, date',
  'too short a body',
  'too short, without length',
  'unasked Content-Encoding',
  'self-signed certificate',
  'expired certificate',
];

let toxiproxy: Toxiproxy | string;

beforeAll(async () => {
  toxiproxy = await provideToxiproxy().then(
    (executable) => startToxiproxy(executable, 1),
    (error: unknown) => {
      if (error instanceof NoToxiproxy) return error.message;
      throw error;
    },
  );
});

afterAll(async () => {
  if (typeof toxiproxy !== 'string') await toxiproxy[Symbol.asyncDispose]();
});

test.concurrent.for(tried)(
  '%s: no false positive, nothing is hidden, lost or hanging',
  judgingLimit,
  async (name, { skip }) => {
    if (typeof toxiproxy === 'string') return skip(toxiproxy);
    const fault = allFaults.find((each) => each.name === name);
    if (!fault) throw new Error(`there is no fault called ${name}`);
    const row = await judgeRow(fault, toxiproxy);
    expect(problemsOf(row)).toEqual([]);
    if (fault.judgeable === 'most') expect(row.passed).toBeGreaterThan(20);
  },
);
