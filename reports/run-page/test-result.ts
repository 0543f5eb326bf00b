import type { StoredAttempt } from '../../core/attempt.ts';
import type { StoredDeliveries } from '../../core/deliveries.ts';
import type { StoredExchange } from '../../core/exchange.ts';
import type { Result } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { tallyOf } from '../conclude.ts';
import {
  sampleAttempt,
  sampleExchange,
  sampleFailedProperty,
  sampleFailure,
  sampleResult,
  sampleVerdict,
} from '../test-samples.ts';

const startMs = Date.parse('2026-11-21T10:00:00.000Z');

/** An attempt by its real milliseconds after the first, and its status. */
const attemptAt = (afterMs: number, status: number): StoredAttempt =>
  sampleAttempt({
    startedAtMs: startMs + afterMs,
    receivedAtMs: startMs + afterMs,
    answeredAtMs: startMs + afterMs + 1,
    body: '{"event":"coupon_create","orderId":"order-9"}',
    answer: { kind: 'status', status, delayMs: 0 },
  });

/** A delivery that was refused twice, accepted, and sent once more. A documented second takes half a second here. */
export const retriedDelivery = (): StoredDeliveries => ({
  about: { kind: 'order', id: 'order-9' },
  company: 'main',
  attempts: [attemptAt(0, 500), attemptAt(1010, 503), attemptAt(3080, 204), attemptAt(7200, 204)],
  assertions: [{ pointer: 'attempts', expected: '3', actual: '4', held: false }],
});

const record = '{"id":"7b0c","name":"Coat","price":10.00,"tags":["new","warm"],"createdAt":"2026-11-21T09:00:00Z"}';

/** One exchange that two rules share, each with its own assertion. */
const listed = (assertion: StoredExchange['assertions'][number]): StoredExchange => ({
  ...sampleExchange({}, { text: `{"pagination":{"page":1,"pageSize":51},"data":[${record}]}` }),
  assertions: [assertion],
});

const failedPages: Verdict = sampleFailure({
  violation: { pointer: '/pagination/pageSize', expected: '50', actual: '51', exchange: 7 },
  exchanges: [listed({ pointer: '/pagination/pageSize', expected: '50', actual: '51', held: false })],
});

const created: StoredExchange = {
  ...sampleExchange(
    {
      method: 'POST',
      path: '/products',
      headers: { authorization: 'Bearer «TOKEN»' },
      body: '{"name":"It\'s a coat"}',
    },
    { status: 200 },
  ),
  number: 6,
};

const undeclared = (rule: string): Verdict =>
  sampleVerdict({
    rule,
    section: 'isolation',
    outcome: 'unverified',
    cause: 'not-declared',
    reason: 'second company: a second entry in companies',
    requests: 0,
    assertions: 0,
  });

/** A run with every kind of verdict, and something in every section of the page. */
export const eventfulResult = (changes: Partial<Result> = {}): Result => {
  const verdicts = [
    sampleVerdict({
      rule: 'PAG-1',
      exchanges: [created, listed({ pointer: '/data', expected: 'an array', actual: 'an array', held: true })],
    }),
    failedPages,
    sampleFailure({ rule: 'PAG-3', outcome: 'warn', level: 'should', text: 'Pages come in one order' }),
    sampleFailure({
      rule: 'PAG-4',
      text: 'A page beyond the last is empty',
      stability: { kind: 'intermittent', failed: 1, of: 4 },
    }),
    undeclared('ISO-1'),
    undeclared('ISO-2'),
    sampleVerdict({ rule: 'DLV-9', section: 'webhook-delivery', deliveries: [retriedDelivery()] }),
    sampleFailure({
      rule: 'DLV-10',
      section: 'webhook-delivery',
      text: 'What was accepted is not sent again',
      violation: { pointer: 'attempts', expected: '3', actual: '4', about: { kind: 'order', id: 'order-9' } },
      exchanges: [],
      deliveries: [retriedDelivery()],
    }),
    sampleVerdict({ rule: 'ORD-1', section: 'orders', outcome: 'error', reason: 'the check broke' }),
    sampleFailedProperty(),
  ];
  const sample = sampleResult(verdicts);
  return {
    ...sample,
    target: { ...sample.target, timeScale: 0.5 },
    waivers: [
      { rule: 'PAG-4', reason: 'agreed until the new paging is out', until: '2027-01-01', state: 'applied' },
      { rule: 'PAG-1', reason: 'was slow', until: '2027-01-01', state: 'stale' },
    ],
    troubles: ['the webhook registration of main could not be taken over'],
    faults: ['the engine did not end'],
    residue: {
      created: 3,
      removed: 2,
      left: [{ kind: 'coupon', company: 'main', key: 'GIFT-1', why: 'the API has no way to delete one' }],
    },
    ...changes,
  };
};

/**
 * Earlier runs of the same target, oldest first: each failure passes in every second run, and one run was interrupted.
 */
export const eventfulHistory = (runs: number): Result[] => {
  const { run, verdicts, ...rest } = eventfulResult();
  return Array.from({ length: runs }, (_, index) => {
    const startedAt = new Date(startMs - (runs - index) * 24 * 3600 * 1000).toISOString();
    const changed = verdicts.map(
      (verdict, at): Verdict =>
        verdict.outcome === 'fail' && (at + index) % 2 === 0 ? { ...verdict, outcome: 'pass' } : verdict,
    );
    return {
      ...rest,
      ...tallyOf(changed),
      run: { ...run, id: `earlier-${index + 1}`, startedAt, interrupted: index === 1 },
      verdicts: changed,
    };
  });
};

/** A run with this many rules and unique exchanges. */
export const largeResult = (rules: number, exchangesOfEach: number): Result => {
  const products = (seed: number): string =>
    Array.from({ length: 8 }, (_, index) => {
      const number = (seed * 7919 + index * 104_729) % 1_000_003;
      return `{"id":"${number.toString(16)}-${index}","externalId":"selo-${seed}-${number}","name":"Product ${number}","price":${number / 100}}`;
    }).join(',');
  const verdicts = Array.from({ length: rules }, (_, rule) => {
    const exchanges = Array.from({ length: exchangesOfEach }, (_, at) => {
      const number = rule * exchangesOfEach + at + 1;
      const text = `{"pagination":{"page":${at},"pageSize":8},"data":[${products(number)}]}`;
      const path = `/products?page=${at}&pageSize=8&after=${number}`;
      return { ...sampleExchange({ path, headers: { authorization: 'Bearer «TOKEN»' } }, { text }), number };
    });
    const isFailed = rule % 10 === 0;
    const id = `PAG-${rule + 1}`;
    return isFailed
      ? sampleFailure({
          rule: id,
          exchanges,
          violation: { pointer: '/data/3/price', expected: '1', actual: '2', exchange: rule * exchangesOfEach + 1 },
        })
      : sampleVerdict({ rule: id, exchanges });
  });
  return sampleResult(verdicts);
};
