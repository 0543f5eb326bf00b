import { expect, test } from 'vitest';
import { judgeAttempt, type SampledAttempt } from './judge-attempt.ts';
import { notification } from './test-load-capture.ts';

const judged = (changes: Partial<SampledAttempt> = {}): SampledAttempt => ({
  company: 'amber',
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer very-secret' },
  body: '',
  bodyBytes: 0,
  truncated: false,
  json: notification(),
  arrivedMs: 1,
  ...changes,
});

test('every rule judges a correct attempt and finds no violation', () => {
  expect(judgeAttempt(judged())).toEqual(['p', ['PAS-15', 'PAS-16', 'PAS-17'], []]);
});

test('a violation is reported once per rule, with the actual value', () => {
  const headers = { 'content-type': 'text/plain' };
  const json = { ...notification(), id: 7, companyId: 8 };
  expect(judgeAttempt(judged({ headers, json }))).toEqual([
    'p',
    ['PAS-15', 'PAS-16', 'PAS-17'],
    [
      ['PAS-15', 'header content-type', 'application/json', 'text/plain', 'notification to amber'],
      ['PAS-16', '/id', 'a UUID', '7', 'notification to amber'],
    ],
  ]);
});

test('a truncated body is judged only by its method and headers', () => {
  expect(judgeAttempt(judged({ truncated: true, json: undefined }))).toEqual(['p', ['PAS-15'], []]);
});

test('a line contains no secret and no long value', () => {
  const json = { ...notification(), id: 'x'.repeat(10_000) };
  const line = JSON.stringify(judgeAttempt(judged({ method: 'PUT', json })));
  expect(line).toContain('PUT');
  expect(line).not.toContain('very-secret');
  expect(line.length).toBeLessThan(1_000);
});
