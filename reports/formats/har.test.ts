import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { StoredAttempt } from '../../core/attempt.ts';
import type { StoredExchange } from '../../core/exchange.ts';
import type { Result } from '../../core/result.ts';
import { hostileResult } from '../test-hostile-result.ts';
import { sampleAttempt, sampleExchange, sampleFailure, sampleResult, sampleVerdict } from '../test-samples.ts';
import { harOf } from './har.ts';
import { harSchema } from './test-har-schema.ts';

const validate = new Ajv({ allErrors: true }).compile(harSchema);

const entrySchema = z.looseObject({
  startedDateTime: z.string(),
  time: z.number(),
  timings: z.record(z.string(), z.number()),
  request: z.looseObject({ url: z.string() }),
  response: z.looseObject({ status: z.number() }),
  comment: z.string(),
  _selo: z.looseObject({ rules: z.array(z.string()) }),
});

/** The entries of a result's archive; throws where it does not hold to the schema. */
const entriesOf = (result: Result) => {
  const har: unknown = JSON.parse(harOf(result));
  validate(har);
  expect(validate.errors ?? []).toEqual([]);
  return z.object({ log: z.object({ entries: z.array(entrySchema) }) }).parse(har).log.entries;
};

const lost: StoredExchange = {
  number: 9,
  by: 'PAG-2',
  company: 'main',
  sentAt: '2026-11-21T09:59:59.000Z',
  durationMs: 3000,
  assertions: [],
  request: { method: 'GET', path: '/products', headers: {} },
  lost: 'time-out',
  reason: 'no answer within 3 s',
};

const delivered = (...attempts: StoredAttempt[]) => [
  { about: { kind: 'order' as const, id: 'o-1' }, company: 'main', assertions: [], attempts },
];

test('an exchange has its request, its answer and its time, of which the parts make the whole', () => {
  const request = {
    method: 'POST',
    path: '/orders?a=1&b=%20x',
    headers: { 'content-type': 'application/json' },
    body: '{"é":1}',
  };
  const exchange = sampleExchange(request, { status: 201, text: '"ü"' });
  const [entry] = entriesOf(sampleResult([sampleVerdict({ exchanges: [exchange] })]));
  expect(entry).toMatchObject({
    startedDateTime: '2026-11-21T10:00:00.000Z',
    time: 12.5,
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 12.5, receive: 0 },
    request: {
      method: 'POST',
      url: 'https://partners.example/orders?a=1&b=%20x',
      queryString: [
        { name: 'a', value: '1' },
        { name: 'b', value: ' x' },
      ],
      postData: { mimeType: 'application/json', text: '{"é":1}' },
      bodySize: 8,
    },
    response: {
      status: 201,
      statusText: 'Created',
      content: { size: 4, mimeType: 'application/json', text: '"ü"' },
    },
  });
});

test('an exchange that several rules rest on stands once, with all of them', () => {
  const exchange = sampleExchange();
  const verdicts = [
    sampleVerdict({ exchanges: [exchange, exchange] }),
    sampleVerdict({ rule: 'PAS-3', exchanges: [exchange] }),
  ];
  const entries = entriesOf(sampleResult(verdicts));
  expect(entries.map(({ comment, _selo }) => [comment, _selo.rules])).toEqual([
    ['exchange 7, sent by PAG-2 as main, evidence of PAG-2, PAS-3', ['PAG-2', 'PAS-3']],
  ]);
});

test('what was required in vain stands beside the exchange', () => {
  const assertion = { pointer: 'status', expected: '422', actual: '200', held: false };
  const exchange = { ...sampleExchange(), assertions: [assertion, { ...assertion, held: true }] };
  const [entry] = entriesOf(sampleResult([sampleFailure({ exchanges: [exchange] })]));
  expect(entry?.comment).toMatch(/evidence of PAG-2; broken: status: expected 422, got 200$/);
});

test('an exchange without an answer has status 0 and says why', () => {
  const [entry] = entriesOf(sampleResult([sampleVerdict({ exchanges: [lost] })]));
  expect(entry).toMatchObject({ time: 3000, response: { status: 0, _error: 'time-out: no answer within 3 s' } });
});

test('attempts of notifications stand among the exchanges, in the order of time, as they were reported last', () => {
  const second = sampleAttempt({
    seq: 2,
    startedAtMs: Date.parse('2026-11-21T10:00:05Z'),
    receivedAtMs: Date.parse('2026-11-21T10:00:05Z'),
  });
  const { answer: _, answeredAtMs: __, ...held } = sampleAttempt({ revision: 1 });
  const entries = entriesOf(
    sampleResult([
      sampleVerdict({ rule: 'WEB-1', exchanges: [sampleExchange()], deliveries: delivered(held) }),
      sampleVerdict({ rule: 'WEB-2', exchanges: [lost], deliveries: delivered(sampleAttempt(), second) }),
    ]),
  );
  expect(entries.map(({ comment, response }) => `${response.status} ${comment}`)).toEqual([
    '0 exchange 9, sent by PAG-2 as main, evidence of WEB-2',
    '200 exchange 7, sent by PAG-2 as main, evidence of WEB-1',
    '204 notification of order o-1, attempt 1 of 2, received by the capture server, evidence of WEB-1, WEB-2',
    '204 notification of order o-1, attempt 2 of 2, received by the capture server, evidence of WEB-2',
  ]);
});

test.each<[what: string, changes: Partial<StoredAttempt>, error: RegExp]>([
  ['the sender gave up on', { answeredAtMs: undefined, senderClosedAtMs: 1_795_255_203_000 }, /gave up/],
  ['was not to be answered', { answer: { kind: 'hang' } }, /not answered/],
  ['was reset', { answer: { kind: 'reset' } }, /reset/],
  ['found nobody', { answer: { kind: 'closed' } }, /nothing was listening/],
  ['is held', { answer: undefined, answeredAtMs: undefined }, /not answered yet/],
])('an attempt that %s has status 0 and says so', (_, changes, error) => {
  const attempt = sampleAttempt(changes);
  const [entry] = entriesOf(sampleResult([sampleVerdict({ deliveries: delivered(attempt) })]));
  expect(entry?.response).toMatchObject({ status: 0, _error: expect.stringMatching(error) });
});

test('a body that was cut off is marked', () => {
  const attempt = sampleAttempt({ truncated: true, bodyBytes: 9_000_000 });
  const [entry] = entriesOf(sampleResult([sampleVerdict({ deliveries: delivered(attempt) })]));
  expect(entry?.request).toMatchObject({
    url: 'http://capture.example:4000/in/main',
    bodySize: 9_000_000,
    postData: { comment: 'cut at the recording limit' },
  });
});

test('whatever a target answers, the archive holds to the schema', () => {
  for (const text of ['', '\u0000\u001b[31m\ud800', '%', '</script>']) entriesOf(hostileResult(text));
});
