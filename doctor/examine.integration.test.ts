import { expect, test } from 'vitest';
import { examine } from './examine.ts';
import { startTarget, targetProfile } from './test-target.ts';

test('everything is looked at, each finding says what was seen, and what is not good says what to do', async () => {
  await using target = await startTarget();
  const findings = await examine(targetProfile(target.url, { writes: true }));
  const subjects = findings.map(({ subject }) => subject);
  for (const subject of [
    'writes',
    'profile',
    'target',
    'edge',
    'token of main',
    'company other',
    'clock',
    'webhooks',
    'known user',
    'seed data',
  ]) {
    expect(subjects).toContain(subject);
  }
  for (const { state, told, advice } of findings) {
    expect(told).not.toBe('');
    if (state !== 'ok') expect(advice).toMatch(/\w/);
  }
  expect(findings.filter(({ state }) => state === 'problem')).toEqual([]);
});

test('a target that gives no answer is one problem, and nothing further is asked of it', async () => {
  const findings = await examine(targetProfile('http://127.0.0.1:1'));
  expect(findings.at(-1)).toMatchObject({
    subject: 'target',
    state: 'problem',
    told: expect.stringContaining('refused'),
  });
  expect(findings.filter(({ state }) => state === 'problem')).toHaveLength(1);
});

test('a production target and a profile without writes are told before anything is asked', async () => {
  const findings = await examine(targetProfile('http://127.0.0.1:1', { production: true }));
  expect(findings[0]).toMatchObject({ subject: 'production', state: 'problem' });
  expect(findings[1]).toMatchObject({ subject: 'writes', state: 'warning' });
});

test('what the profile does not offer is listed with the key that would', async () => {
  const findings = await examine(targetProfile('http://127.0.0.1:1', { writes: true }));
  expect(findings).toContainEqual({
    subject: 'profile',
    state: 'warning',
    told: 'offers no "create orders"',
    advice: 'resources.orders.body',
  });
});
