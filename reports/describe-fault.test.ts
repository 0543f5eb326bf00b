import { expect, test } from 'vitest';
import { describeFault } from './describe-fault.ts';
import { plain } from './paint.ts';
import type { ReportedVerdict } from './result.ts';
import { sampleExchange, sampleFailure, sampleResult, sampleVerdict } from './sample-result.ts';

const told = (verdict: ReportedVerdict, changes = {}): string =>
  describeFault(sampleResult([sampleVerdict({ rule: 'PAG-1' }), verdict], changes), verdict, plain).join('\n');

test('a failure tells the rule, its source, both values, the request, the answer, the evidence and who must act', () => {
  const exchanges = [sampleExchange({}, { status: 200, text: '{"message":"ok"}' })];
  expect(told(sampleFailure({ exchanges })).split('\n')).toEqual([
    '✗ PAG-2  Sizes from 1 to 50 are served',
    '    Endpoints › Paginated lists · must · stable (4 of 4)',
    '    expected  status: 422',
    '    actual    200',
    "    sent      curl -sS -i -g --path-as-is 'https://partners.example/products?page=1'",
    '    came      200 {"message":"ok"}',
    '    evidence  result.json#/verdicts/1/exchanges/0',
    "    to do     the platform's owner: mend GET /products: status must be 422",
  ]);
});

test('a fault that came and went says how often', () => {
  const text = told(sampleFailure({ stability: { kind: 'intermittent', failed: 1, of: 4 } }));
  expect(text).toContain('intermittent (1 of 4)');
  expect(text).toContain('every time and not only sometimes');
});

test('a fault that was seen too few times asks for another run', () => {
  const text = told(sampleFailure({ stability: { kind: 'unconfirmed', failed: 1, of: 1 } }));
  expect(text).toContain('unconfirmed (1 of 1)');
  expect(text).toContain('--rerun-failed');
});

test('a fault of a delivery shows the attempts in place of a request', () => {
  const violation = { pointer: '/0', expected: 'a retry', actual: 'nothing', order: 'o-1' };
  const deliveries = [{ order: 'o-1', company: 'main', attempts: [], assertions: [] }];
  const text = told(sampleFailure({ violation, exchanges: [], deliveries }));
  expect(text).toContain('attempts  no attempt arrived');
  expect(text).toContain('result.json#/verdicts/1/deliveries/0');
  expect(text).not.toContain('curl');
});

test('a waived fault names reason and date', () => {
  const waivers = [{ rule: 'PAG-2', reason: 'agreed with the operator', until: '2027-01-31', state: 'applied' }];
  expect(told(sampleFailure(), { waivers })).toContain('waived    until 2027-01-31: agreed with the operator');
});

test('an error is ours to mend', () => {
  const text = told(sampleVerdict({ outcome: 'error', reason: 'TypeError: x is undefined' }));
  expect(text).toContain('reason    TypeError: x is undefined');
  expect(text).toContain('to do     whoever maintains Selo');
});

test('nothing that a target says reaches the terminal as a control character', () => {
  const hostile = '\u001b[2J\u202e\u0007\n';
  const text = told(
    sampleFailure({
      violation: { pointer: '/data', expected: '1', actual: hostile, exchange: 7 },
      exchanges: [sampleExchange({ path: `/orders/${hostile}`, body: hostile }, { text: hostile })],
    }),
  );
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(text.split('\n')).toHaveLength(8);
});
