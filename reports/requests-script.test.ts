import { expect, test } from 'vitest';
import { requestsScript } from './requests-script.ts';
import type { ReportedExchange, ReportedVerdict } from './result.ts';
import { sampleBrokenLaw, sampleExchange, sampleResult } from './sample-result.ts';

const scriptOf = (verdict: ReportedVerdict): string => requestsScript(sampleResult([verdict]), verdict);

const sentAt = (time: string, changes: Partial<ReportedExchange['request']> = {}): ReportedExchange => ({
  ...sampleExchange({ headers: { authorization: 'Bearer «TOKEN»' }, ...changes }),
  sentAt: `2026-11-21T10:00:${time}Z`,
});

test('the requests stand in the order of sending, each with what came and what was demanded', () => {
  const [held, broken] = [true, false].map((isHeld) => ({
    pointer: '/status',
    expected: '"paid"',
    actual: '1',
    held: isHeld,
  }));
  const second = { ...sentAt('02.000', { path: '/second' }), assertions: held && broken ? [held, broken] : [] };
  const script = scriptOf(sampleBrokenLaw({ exchanges: [second, sentAt('01.000', { path: '/first' })] }));
  expect(script.split('\n')).toEqual([
    '#!/usr/bin/env bash',
    '# LAW-3  Any date is read back as the same instant',
    '# Drawn: ["2026-02-29"]',
    '# All requests of the case that broke it, as run a1b2c3d4 sent them to staging: they carry the names',
    '# and ids of that run. This command repeats the case with new ones:',
    '#   selo run --rule LAW-3 --seed 42 --path 2:1:0',
    '# Needs in the environment: TOKEN',
    'set -u',
    '',
    '# 1. came 200',
    "echo $'\\n1.'",
    `curl -sS -i -g --path-as-is 'https://partners.example/first' -H 'authorization: Bearer '"$TOKEN"`,
    '',
    '# 2. came 200',
    '#   holds: /status: "paid"',
    '#   BROKEN: /status: "paid", but it is 1',
    "echo $'\\n2.'",
    `curl -sS -i -g --path-as-is 'https://partners.example/second' -H 'authorization: Bearer '"$TOKEN"`,
    '',
  ]);
});

test('requests that were under way at the same time are told, those that followed each other are not', () => {
  // 12.5 ms each
  const times = ['01.000', '01.012', '01.020', '01.024', '01.100'];
  const script = scriptOf(sampleBrokenLaw({ exchanges: times.map((time) => sentAt(time)) }));
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
  const lost: ReportedExchange = { ...sent, lost: 'reset', reason: 'socket hang up' };
  expect(scriptOf(sampleBrokenLaw({ exchanges: [lost] }))).toContain('# 1. no answer (reset: socket hang up)\n');
});

test('notifications of the case are told after its requests', () => {
  const assertions = [{ pointer: 'attempts', expected: '1', actual: '0', held: false }];
  const deliveries = [{ order: 'o-1', company: 'main', attempts: [], assertions }];
  const script = scriptOf(sampleBrokenLaw({ exchanges: [sentAt('01.000')], deliveries }));
  expect(script).toContain(
    '\n\n# Notifications of order o-1:\n#   no attempt arrived\n#   BROKEN: attempts: 1, but it is 0\n',
  );
});

test('nothing that was drawn or answered ends a comment', () => {
  const hostile = '"\n\r\u2028touch /tmp/x\n$(touch /tmp/x)"';
  const assertions = [{ pointer: hostile, expected: hostile, actual: hostile, held: false }];
  const counterexample = { path: '0', drawn: hostile, shrinks: 0, isSmallest: true };
  const script = scriptOf(
    sampleBrokenLaw({
      text: hostile,
      search: { seed: 42, cases: 1, planned: 8, counterexample },
      exchanges: [{ ...sentAt('01.000'), assertions }],
    }),
  );
  expect(script.split('\n').filter((line) => !/^(#.*|set -u|echo .*|curl .*|)$/.test(line))).toEqual([]);
});
