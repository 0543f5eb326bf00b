import { Counter } from 'k6/metrics';
import type { Options } from 'k6/options';
import type { CountsToSend } from '../plan.ts';

const text = __ENV.SELO_LOAD_COUNTS;
if (text === undefined)
  throw new Error('SELO_LOAD_COUNTS is not set: "npx selo load" starts this script after a load run');
const { runId, counts } = JSON.parse(text) as CountsToSend;

const counters = Object.entries(counts).map(([name, count]) => ({
  counter: new Counter(`webhooks_${name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)}`),
  count,
}));

/** Its own scenario, so that a dashboard can leave out this iteration. */
export const options: Options = {
  scenarios: { ledger: { executor: 'shared-iterations', exec: 'send', vus: 1, iterations: 1 } },
  tags: { testid: runId },
  systemTags: ['scenario'],
};

export const send = (): void => {
  for (const { counter, count } of counters) counter.add(count);
};
