import { expect, test } from 'vitest';
import type { Verdict } from '../../core/verdict.ts';
import { plain } from '../kit/printable.ts';
import {
  sampleExchange,
  sampleFailedProperty,
  sampleFailure,
  sampleResult,
  sampleVerdict,
  sentExchange,
} from '../test-samples.ts';
import { adviceOn, describeFault } from './describe-fault.ts';

const coupon = (type: string): string => JSON.stringify({ id: 'c-1', code: 'C-1', type });
const wrongType = { pointer: '/type', expected: '"percent"', actual: '"fixed_cart"', exchange: 9 };

test.each([
  [
    'the write, where its own answer has the wrong value',
    'fixed_cart',
    undefined,
    /^correct `POST \/coupons`: another answer/,
  ],
  [
    'the read, where another read has another value',
    'percent',
    'percent',
    /^correct `GET \/coupons\/code\/:code`: another read/,
  ],
  [
    'both, where nothing shows which',
    'percent',
    undefined,
    /^correct `POST \/coupons`, or else how `GET \/coupons\/code\/:code`/,
  ],
])('suspected is %s', (_, written, elsewhere, suspects) => {
  const exchanges = [
    sentExchange(1, 'POST', '/coupons', { body: '{"code":"C-1"}', text: coupon(written) }),
    ...(elsewhere === undefined ? [] : [sentExchange(2, 'GET', '/coupons/c-1', { text: coupon(elsewhere) })]),
    sentExchange(9, 'GET', '/coupons/code/C-1', { text: coupon('fixed_cart') }),
  ];
  expect(adviceOn(sampleFailure({ exchanges, violation: wrongType })).what).toMatch(suspects);
});

test('of a list the list itself is suspected first', () => {
  const exchanges = [
    sentExchange(1, 'POST', '/stores', { body: '{}' }),
    sentExchange(9, 'GET', '/stores?page=1', { text: '{"data":[]}' }),
  ];
  const violation = { pointer: '/data', expected: 'the record', actual: '[]', exchange: 9 };
  expect(adviceOn(sampleFailure({ exchanges, violation })).what).toBe('correct `GET /stores`, or else `POST /stores`');
});

test('a read that shows the record of another company is suspected first', () => {
  const exchanges = [
    sentExchange(1, 'POST', '/coupons', { body: '{"code":"C-1"}', text: coupon('percent') }),
    { ...sentExchange(9, 'GET', '/coupons/code/C-1', { text: coupon('percent') }), company: 'second' },
  ];
  const violation = { pointer: 'body', expected: "nothing of the other company's record", actual: '200', exchange: 9 };
  expect(adviceOn(sampleFailure({ exchanges, violation })).what).toBe(
    'correct `GET /coupons/code/:code`, or else `POST /coupons`',
  );
});

const said = (verdict: Verdict, changes = {}): string =>
  describeFault(sampleResult([sampleVerdict({ rule: 'PAG-1' }), verdict], changes), verdict, plain).join('\n');

test('a failure shows the rule, its source, both values, the request, the answer, the evidence and who must act', () => {
  const exchanges = [sampleExchange({}, { status: 200, text: '{"message":"ok"}' })];
  expect(said(sampleFailure({ exchanges })).split('\n')).toEqual([
    '✗ PAG-2  Sizes from 1 to 50 are served',
    '    Endpoints › Paginated lists · must · stable (4 of 4)',
    '    document  S101  `pageSize` is a required integer from 1 to 50.',
    '    impact    A partner that reads a list page by page misses records, reads records twice, or never reaches the end.',
    '    expected  `GET /products?page=1` answers 422',
    '    got       it answers 200',
    "    request   curl -sS -i -g --path-as-is 'https://partners.example/products?page=1'",
    '    answer    200 {"message":"ok"}',
    '    evidence  result.json#/verdicts/1/exchanges/0',
    '    repeat    npx selo run --rule PAG-2 --seed 42 --depth quick',
    '              PAG-2.sh and PAG-2.hurl send the same by curl and Hurl',
    '    to do     the platform team: correct `GET /products`',
  ]);
});

test('a passive rule is repeated by the rule whose request broke it', () => {
  const exchanges = [{ ...sampleExchange(), by: 'ORD-12' }];
  expect(said(sampleFailure({ rule: 'PAS-4', exchanges }))).toMatch(
    /^ {4}repeat {4}npx selo run --rule ORD-12 PAS-4 --seed 42/m,
  );
});

test('a fault that came and went says how often', () => {
  const text = said(sampleFailure({ stability: { kind: 'intermittent', failed: 1, of: 4 } }));
  expect(text).toContain('intermittent (1 of 4)');
  expect(text).toContain('it failed in 1 of 4 tries');
});

test('a fault that was seen too few times asks for another run', () => {
  const text = said(sampleFailure({ stability: { kind: 'unconfirmed', failed: 1, of: 1 } }));
  expect(text).toContain('unconfirmed (1 of 1)');
  expect(text).toContain(
    '; it failed the only time that it was judged: this counts, and --rerun-failed shows whether it is stable',
  );
});

test('a fault of a delivery shows the attempts in place of a request', () => {
  const about = { kind: 'order', id: 'o-1' } as const;
  const violation = { pointer: 'attempts', expected: '6: one after each failure', actual: '1', about };
  const deliveries = [{ about, company: 'main', attempts: [], assertions: [] }];
  const text = said(sampleFailure({ violation, exchanges: [], deliveries }));
  expect(text).toMatch(/^ {4}expected {2}for order o-1, .*: 6 \(one after each failure\)$/m);
  expect(text).toContain('attempts  no attempt arrived');
  expect(text).toContain('result.json#/verdicts/1/deliveries/0');
  expect(text).not.toContain('curl');
});

test('a waived fault names reason and date', () => {
  const waivers = [{ rule: 'PAG-2', reason: 'agreed with the operator', until: '2027-01-31', state: 'applied' }];
  expect(said(sampleFailure(), { waivers })).toContain('waived    until 2027-01-31: agreed with the operator');
});

test('a broken property says what was drawn, how it was found, every request of the case and how to repeat it', () => {
  const exchanges = [
    sampleExchange({ path: '/orders/1' }, { status: 404, text: '' }),
    { ...sampleExchange({ method: 'POST', path: '/orders' }), number: 8, sentAt: '2026-11-21T09:59:59.000Z' },
  ];
  const { target } = sampleResult();
  const options = ['--profile', "partner's staging.ts"];
  expect(said(sampleFailedProperty({ exchanges }), { target: { ...target, options } }).split('\n')).toEqual([
    '✗ LAW-3  Any date is read back as the same instant',
    '    Endpoints › Paginated lists · must · stable (4 of 4)',
    '    drawn     ["2026-02-29"]',
    '    found     case 3 of 25, shrunk 4 times; nothing smaller breaks it',
    expect.stringMatching(/^ {4}document {2}S111 {2}/),
    expect.stringMatching(/^ {4}impact {4}A date that a partner sends means another instant/),
    '    expected  `GET /orders/:id` answers 422',
    '    got       it answers 200',
    '    steps     `POST /orders` → 200',
    "              curl -sS -i -g --path-as-is -X 'POST' 'https://partners.example/orders'",
    "    request   curl -sS -i -g --path-as-is 'https://partners.example/orders/1'",
    '    answer    404 without a body',
    '    evidence  result.json#/verdicts/1/exchanges/0',
    '    requests  2 in all, in LAW-3.sh:',
    "              200  curl -sS -i -g --path-as-is -X 'POST' 'https://partners.example/orders'",
    "              404  curl -sS -i -g --path-as-is 'https://partners.example/orders/1'",
    "    repeat    npx selo run --profile 'partner'\\''s staging.ts' --rule LAW-3 --seed 42 --path 2:1:0",
    '    to do     the platform team: correct `POST /orders`, or else how `GET /orders/:id` shows what it did',
  ]);
});

test('the requests of a long case are in their file alone', () => {
  const exchanges = Array.from({ length: 13 }, (_, index) => ({ ...sampleExchange(), number: index + 7 }));
  const text = said(sampleFailedProperty({ exchanges }));
  expect(text).toMatch(/^ {4}requests {2}13 in all, in LAW-3\.sh$/m);
  expect(text.match(/curl/g)).toHaveLength(1);
});

test.each([
  [{ shrinks: 1, isSmallest: false }, {}, 'case 3 of 25, shrunk once; not everything smaller was tried'],
  [{ shrinks: 0, isSmallest: true }, {}, 'case 3 of 25, as it was drawn; nothing smaller breaks it'],
  [{ shrinks: 0, isSmallest: true }, { path: '2:1:0' }, 'repeated by its path, 2:1:0'],
])('how a case was found is reported: %j', (found, repeated, line) => {
  const counterexample = { path: '2:1:0', drawn: '1', ...found };
  const { run } = sampleResult();
  const verdict = sampleFailedProperty({ search: { seed: 42, cases: 5, planned: 25, counterexample } });
  expect(said(verdict, { run: { ...run, ...repeated } })).toContain(`found     ${line}\n`);
});

test('a drawn value that is long or unprintable is cut and escaped', () => {
  const counterexample = { path: '0', drawn: `"\u00a0\u001b${'x'.repeat(900)}"`, shrinks: 0, isSmallest: true };
  const text = said(sampleFailedProperty({ search: { seed: 42, cases: 1, planned: 25, counterexample } }));
  expect(text).toMatch(/drawn {5}"\\u\{a0\}\\u\{1b\}x+… \(904 characters\)\n/);
});

test('an error is ours to fix', () => {
  const text = said(sampleVerdict({ outcome: 'error', reason: 'TypeError: x is undefined' }));
  expect(text).toContain('reason    TypeError: x is undefined');
  expect(text).toContain('to do     the maintainers of Selo');
});

test('nothing that a target says reaches the terminal as a control character', () => {
  const hostile = '\u001b[2J\u202e\u0007\n';
  const text = said(
    sampleFailure({
      violation: { pointer: '/data', expected: '1', actual: hostile, exchange: 7 },
      exchanges: [sampleExchange({ path: `/orders/${hostile}`, body: hostile }, { text: hostile })],
    }),
  );
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(text.split('\n')).toHaveLength(12);
});
