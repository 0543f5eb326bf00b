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

test('an attempt as it should be is judged by every rule and breaks none', () => {
  expect(judgeAttempt(judged())).toEqual(['p', ['PAS-15', 'PAS-16', 'PAS-17'], []]);
});

test('a broken rule is reported once, with what was there', () => {
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

test('a body that was cut off is judged by what is known of it', () => {
  expect(judgeAttempt(judged({ truncated: true, json: undefined }))).toEqual(['p', ['PAS-15'], []]);
});

test('no secret gets into a line, and nothing long', () => {
  const json = { ...notification(), id: 'x'.repeat(10_000) };
  const line = JSON.stringify(judgeAttempt(judged({ method: 'PUT', json })));
  expect(line).toContain('PUT');
  expect(line).not.toContain('very-secret');
  expect(line.length).toBeLessThan(1_000);
});
