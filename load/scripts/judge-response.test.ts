import { beforeEach, expect, test, vi } from 'vitest';
import type { JudgedFact } from '../facts.ts';
import { judgeResponse } from './judge-response.ts';

const { recorded, counted } = vi.hoisted(() => ({
  recorded: [] as JudgedFact[],
  counted: [] as [name: string, tags?: object][],
}));
vi.mock('k6/metrics', () => ({
  Counter: class {
    readonly name: string;
    constructor(name: string) {
      this.name = name;
    }
    add(_: number, tags?: object) {
      counted.push(tags === undefined ? [this.name] : [this.name, tags]);
    }
  },
}));
vi.mock('./environment.ts', () => ({ withoutSecrets: (text: string) => text.replaceAll('token-a', '«AMBER»') }));
vi.mock('./journal.ts', () => ({ record: (fact: JudgedFact) => recorded.push(fact) }));

beforeEach(() => {
  recorded.length = 0;
  counted.length = 0;
});

const headers = { authorization: 'Bearer «AMBER»', 'service-access': '«ACCESS»' };

/** The recorded judgment of a response to POST /orders. */
const judge = (
  status: number,
  body: string | null,
  { type = 'application/json' }: { type?: string } = {},
): JudgedFact => {
  const response = { status, body, headers: { 'Content-Type': type }, timings: { duration: 3 } };
  judgeResponse(response, {
    company: 'amber',
    request: { method: 'POST', path: '/orders', headers, body: '{}' },
  });
  const [fact] = recorded;
  if (fact === undefined || recorded.length > 1) throw new Error(`${recorded.length} facts were reported`);
  return fact;
};

test('a correct response is recorded with the rules that judged it', () => {
  const [kind, rules, violations] = judge(200, '{"id":"1"}');
  expect([kind, violations]).toEqual(['p', []]);
  expect(rules).toEqual(expect.arrayContaining(['PAS-1', 'PAS-3']));
  // about removals
  expect(rules).not.toContain('PAS-2');
  expect(counted).toEqual([['passive_judged']]);
});

test('a violation is recorded and counted once', () => {
  const [, rules, violations] = judge(201, '{"id":"1"}');
  expect(rules).toContain('PAS-1');
  expect(violations).toEqual([['PAS-1', 'status', '200', '201', 'POST /orders']]);
  expect(counted).toEqual(expect.arrayContaining([['passive_violations', { rule: 'PAS-1' }], ['passive_judged']]));
});

test('a body that is not JSON is a violation, recorded without secrets', () => {
  const [, , violations] = judge(200, 'token-a is fine');
  const [broken] = violations.filter(([rule]) => rule === 'PAS-3');
  expect(broken?.[3]).toMatch(/«AMBER» is fine/);
  expect(JSON.stringify(violations)).not.toContain('token-a');
});

test('a response without a body has no violation', () => {
  expect(judge(200, null)[2]).toEqual([]);
});

test('the case of header names does not matter', () => {
  // a page of a gateway is known by its content type, and is no answer of the API
  const [, rules, violations] = judge(200, '<p>One moment</p>', { type: 'text/html' });
  expect([rules, violations]).toEqual([[], []]);
});
