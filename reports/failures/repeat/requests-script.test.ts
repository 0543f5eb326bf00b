import { expect, test } from 'vitest';
import type { StoredExchange } from '../../../core/exchange.ts';
import type { Verdict } from '../../../core/verdict.ts';
import { sampleExchange, sampleFailedProperty, sampleFailure, sampleResult } from '../../test-samples.ts';
import { requestsScript } from './requests-script.ts';

const scriptOf = (verdict: Verdict): string => requestsScript(sampleResult([verdict]), verdict);

const sentAt = (time: string, changes: Partial<StoredExchange['request']> = {}): StoredExchange => ({
  ...sampleExchange({ headers: { authorization: 'Bearer «TOKEN»' }, ...changes }),
  sentAt: `2026-11-21T10:00:${time}Z`,
});

test('the requests stand in the order of sending, each with what came and what was required', () => {
  const [held, broken] = [true, false].map((isHeld) => ({
    pointer: '/status',
    expected: '"paid"',
    actual: '1',
    held: isHeld,
  }));
  const second = { ...sentAt('02.000', { path: '/second' }), assertions: held && broken ? [held, broken] : [] };
  const script = scriptOf(sampleFailedProperty({ exchanges: [second, sentAt('01.000', { path: '/first' })] }));
  expect(script.split('\n')).toEqual([
    '#!/usr/bin/env bash',
    '# LAW-3  Any date is read back as the same instant',
    '# Drawn: ["2026-02-29"]',
    '# Expected: `GET /second` answers 422',
    '# Got: it answers 200',
    '# Sends what run a1b2c3d4 sent to staging, on new records. They stay: their names begin with "selo-".',
    '# Selo does the same, and removes them:',
    '#   npx selo run --rule LAW-3 --seed 42 --path 2:1:0',
    '# Needs in the environment: TOKEN',
    'set -u',
    "RUN_ID=$(printf '%04x%04x' $RANDOM $RANDOM)",
    '# Sends a request, shows the answer, and keeps its body.',
    expect.stringMatching(/^send\(\) \{ .*curl -sS -i -g --path-as-is "\$@"/),
    '',
    '# 1. came 200',
    "echo $'\\n1.'",
    `send 'https://partners.example/first' -H 'authorization: Bearer '"$TOKEN"`,
    '',
    '# 2. came 200',
    '#   holds: /status: "paid"',
    '#   BROKEN: /status: "paid", but it is 1',
    "echo $'\\n2.'",
    `send 'https://partners.example/second' -H 'authorization: Bearer '"$TOKEN"`,
    '',
  ]);
});

test('requests that were under way at the same time are reported, those that followed each other are not', () => {
  // 12.5 ms each
  const times = ['01.000', '01.012', '01.020', '01.024', '01.100'];
  const script = scriptOf(sampleFailedProperty({ exchanges: times.map((time) => sentAt(time, { path: `/${time}` })) }));
  expect(script.match(/^# \d\. .*$/gm)).toEqual([
    '# 1. came 200',
    '# 2. came 200',
    '# 3. came 200, sent while request 2 was under way',
    '# 4. came 200, sent while request 3 was under way',
    '# 5. came 200',
  ]);
});

test('a request that got no answer says why', () => {
  const {
    status: _status,
    headers: _headers,
    text: _text,
    ...sent
  } = { ...sentAt('01.000'), status: 0, headers: {}, text: '' };
  const lost: StoredExchange = { ...sent, lost: 'reset', reason: 'socket hang up' };
  expect(scriptOf(sampleFailedProperty({ exchanges: [lost] }))).toContain('# 1. no answer (reset: socket hang up)\n');
});

test('notifications of the case are reported after its requests', () => {
  const assertions = [{ pointer: 'attempts', expected: '1', actual: '0', held: false }];
  const deliveries = [{ about: { kind: 'order' as const, id: 'o-1' }, company: 'main', attempts: [], assertions }];
  const script = scriptOf(sampleFailedProperty({ exchanges: [sentAt('01.000')], deliveries }));
  expect(script).toContain(
    '\n\n# Notifications of order o-1:\n#   no attempt arrived\n#   BROKEN: attempts: 1, but it is 0\n',
  );
});

test('nothing that was drawn or answered ends a comment', () => {
  const hostile = '"\n\r\u2028touch /tmp/x\n$(touch /tmp/x)"';
  const assertions = [{ pointer: hostile, expected: hostile, actual: hostile, held: false }];
  const counterexample = { path: '0', drawn: hostile, shrinks: 0, isSmallest: true };
  const script = scriptOf(
    sampleFailedProperty({
      text: hostile,
      search: { seed: 42, cases: 1, planned: 8, counterexample },
      exchanges: [{ ...sentAt('01.000'), assertions }],
    }),
  );
  expect(
    script
      .split('\n')
      .filter(
        (line) =>
          !/^(#.*|set -u|echo .*|send .*|send\(\) .*|RUN_ID=\$\(printf '%04x%04x' \$RANDOM \$RANDOM\)|)$/.test(line),
      ),
  ).toEqual([]);
});

test('a read that was repeated until it showed something is sent once', () => {
  const exchanges = ['01.000', '02.000'].map((time) => sentAt(time, { path: '/coupons/order/1' }));
  expect(scriptOf(sampleFailedProperty({ exchanges })).match(/^send /gm)).toHaveLength(1);
});

test('names, phones and ids of the run are made by the script', () => {
  const id = '5d1c2f1e-8a35-4c7c-9a3c-1f2e3d4c5b6a';
  const created = sentAt('01.000', {
    method: 'POST',
    path: '/orders',
    body: '{"phone":"+5511912345678","externalId":"selo-a1b2c3d4-order-1"}',
  });
  const exchanges = [
    { ...created, text: JSON.stringify({ data: [{ id }] }) },
    sentAt('02.000', { path: `/orders/${id}` }),
    sentAt('03.000', { path: '/customers/phone/5511912345678' }),
  ];
  const setUp = { profile: { phonePattern: '+55119########' }, mailboxes: {}, unregistered: {} };
  const verdict = sampleFailure({ exchanges });
  const script = requestsScript(sampleResult([verdict], { setUp }), verdict);
  expect(script).toContain(`"phone":"+55119'"$PHONE_1"'","externalId":"selo-'"$RUN_ID"'-order-1"`);
  expect(script).toContain(`keep ID_1 '.data[0].id'`);
  expect(script).toContain(`'https://partners.example/orders/'"$ID_1"`);
  expect(script).toContain(`'https://partners.example/customers/phone/55119'"$PHONE_1"`);
  expect(script).not.toContain(id);
});
