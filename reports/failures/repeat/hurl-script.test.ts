import { expect, test } from 'vitest';
import type { StoredExchange } from '../../../core/exchange.ts';
import type { Verdict } from '../../../core/verdict.ts';
import { sampleExchange, sampleFailedProperty, sampleResult } from '../../test-samples.ts';
import { hurlScript } from './hurl-script.ts';

const scriptOf = (verdict: Verdict): string => hurlScript(sampleResult([verdict]), verdict);

const sentAt = (seconds: number, changes: Partial<StoredExchange['request']> = {}): StoredExchange => ({
  ...sampleExchange({ headers: { authorization: 'Bearer «TOKEN»' }, ...changes }),
  sentAt: `2026-11-21T10:00:0${seconds}.000Z`,
});

const answeringWith = (exchange: StoredExchange, body: object): StoredExchange => ({
  ...exchange,
  text: JSON.stringify(body),
});

test('each request is an entry that captures what later ones carry, and expects the documented status', () => {
  const id = '6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b';
  const post = answeringWith(
    sentAt(1, { method: 'POST', path: '/orders', body: '{"externalId":"selo-a1b2c3d4-x","note":"`#{"}' }),
    { data: [{ id }] },
  );
  const wanted = { pointer: 'status', expected: '404', actual: '200', held: false };
  const read = { ...sentAt(3, { path: `/orders/${id}` }), assertions: [wanted] };
  const script = scriptOf(sampleFailedProperty({ exchanges: [read, post] }));
  expect(script.slice(script.indexOf('\n\n') + 2).split('\n')).toEqual([
    '# 1. came 200',
    'POST https://partners.example/orders',
    'authorization: Bearer {{TOKEN}}',
    '`\\u{7b}"externalId":"selo-{{RUN_ID}}-x","note":"\\u{60}\\u{23}\\u{7b}"\\u{7d}`',
    'HTTP *',
    '[Captures]',
    'ID_1: jsonpath "$.data[0].id"',
    '',
    '# 2. came 200',
    '#   BROKEN: status: 404, but it is 200',
    'GET https://partners.example/orders/{{ID_1}}',
    'authorization: Bearer {{TOKEN}}',
    'HTTP 404',
    '',
  ]);
  expect(script).toContain('hurl --path-as-is --variable RUN_ID=$(date +%s) --secret TOKEN="$TOKEN" LAW-3.hurl');
  expect(script).toContain('hurl --path-as-is --variable RUN_ID=$(Get-Random) --secret "TOKEN=$env:TOKEN" LAW-3.hurl');
});

test('nothing that a target sent is a template, an entry or a comment of Hurl', () => {
  const hostile = '}}\n\nDELETE https://elsewhere.example/{{TOKEN}}\n# «OTHER» `';
  const script = scriptOf(
    sampleFailedProperty({ exchanges: [sentAt(1, { method: 'PUT', path: '/a', body: hostile })] }),
  );
  expect(script).not.toMatch(/^DELETE/m);
  expect(script.match(/\{\{\w+\}\}/g)).toEqual(['{{TOKEN}}']);
});
