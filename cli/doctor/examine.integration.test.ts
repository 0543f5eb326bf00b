import { expect, test } from 'vitest';
import { examine } from './examine.ts';
import type { missingKeys } from './missing-keys.ts';
import { startTarget, targetProfile } from './test-target.ts';

const listed: Parameters<typeof missingKeys>[1] = [
  { needs: ['create orders', 'shared coupons'] },
  { needs: ['create orders'] },
  { needs: ['writes'] },
];

test('everything is looked at, each finding says what was seen, and what is not good says what to do', async () => {
  await using target = await startTarget();
  const findings = await examine(targetProfile(target.url, { writes: true }), listed);
  const subjects = findings.map(({ subject }) => subject);
  for (const subject of [
    'writes',
    'profile',
    'target',
    'edge',
    'token of main',
    'company other',
    'clock',
    'known user',
    'seed data',
  ]) {
    expect(subjects).toContain(subject);
  }
  for (const { state, message, advice } of findings) {
    expect(message).not.toBe('');
    if (state !== 'ok') expect(advice).toMatch(/\w/);
  }
  expect(findings.filter(({ state }) => state === 'problem')).toEqual([]);
});

test('a target that gives no answer is one problem, and nothing further is asked of it', async () => {
  const findings = await examine(targetProfile('http://127.0.0.1:1'), listed);
  expect(findings.at(-1)).toMatchObject({
    subject: 'target',
    state: 'problem',
    message: expect.stringContaining('refused'),
  });
  expect(findings.filter(({ state }) => state === 'problem')).toHaveLength(1);
});

test('a production target is a problem before anything is asked', async () => {
  const findings = await examine(targetProfile('http://127.0.0.1:1', { production: true }), listed);
  expect(findings[0]).toMatchObject({ subject: 'production', state: 'problem' });
});

test('where the target does not answer, no key of the profile is asked for', async () => {
  const findings = await examine(targetProfile('http://127.0.0.1:1'), listed);
  expect(findings.filter(({ state }) => state === 'warning')).toEqual([]);
});

test('a key of the profile stands once with the rules that it holds back, those that hold back most first', async () => {
  await using target = await startTarget();
  const findings = await examine(targetProfile(target.url, { writes: true }), listed);
  expect(findings.filter(({ rules }) => rules !== undefined)).toEqual([
    {
      subject: 'profile',
      state: 'warning',
      message: '2 rules cannot be judged without it; for 1 nothing else is missing',
      advice: 'resources.orders.body',
      rules: 2,
    },
    {
      subject: 'profile',
      state: 'warning',
      message: '1 rule cannot be judged without it; for 0 nothing else is missing',
      advice: 'resources.sharedCoupons.body',
      rules: 1,
    },
  ]);
});
