import { expect, test } from 'vitest';
import type { ProfileInput } from '../../fixtures/profile/schema.ts';
import { examineClock, examineCompanies, examineEdge, examineTokens } from './credentials.ts';
import { startTarget, targetProfile } from './test-target.ts';

test('an edge that refuses a wrong second header is found good, one that does not is pointed out', async () => {
  await using good = await startTarget();
  expect(await examineEdge(targetProfile(good.url))).toMatchObject([{ subject: 'edge', state: 'ok' }]);
  await using open = await startTarget({ isOpen: true });
  expect(await examineEdge(targetProfile(open.url))).toMatchObject([
    { subject: 'edge', state: 'warning', advice: expect.stringContaining('accessHeader.name') },
  ]);
});

test('every token that opens the API is found good', async () => {
  await using target = await startTarget();
  expect(await examineTokens(targetProfile(target.url))).toMatchObject([
    { subject: 'token of main', state: 'ok' },
    { subject: 'token of other', state: 'ok' },
    { subject: 'wrong token', state: 'ok' },
  ]);
});

test('a wrong token of a second company names its variable', async () => {
  await using target = await startTarget();
  const companies: ProfileInput['companies'] = [
    { name: 'main', token: { env: 'TOKEN' } },
    { name: 'other', token: { env: 'ACCESS' } },
  ];
  const findings = await examineTokens(targetProfile(target.url, { companies }));
  expect(findings[1]).toEqual({
    subject: 'token of other',
    state: 'problem',
    message: 'was answered status 401',
    advice: 'correct the value in ACCESS',
  });
});

test('a target that serves any token is pointed out', async () => {
  await using target = await startTarget({ isOpen: true });
  expect((await examineTokens(targetProfile(target.url))).at(-1)).toMatchObject({
    subject: 'wrong token',
    state: 'warning',
  });
});

test('companies with products of their own are different, whatever ids of other things they share', async () => {
  await using target = await startTarget();
  expect(await examineCompanies(targetProfile(target.url))).toMatchObject([{ subject: 'company other', state: 'ok' }]);
});

test('a second company that shows the first one’s records is the first one', async () => {
  let turn = 0;
  // a list may be in another order each time, so that one record is not enough to compare
  const products = (): string[] => (turn++ % 2 ? ['b', 'c', 'a'] : ['a', 'b', 'c']);
  await using target = await startTarget({ products });
  expect(await examineCompanies(targetProfile(target.url))).toMatchObject([
    {
      subject: 'company other',
      state: 'problem',
      message: 'shows the same records as main',
      advice: 'set SECOND to the token of other',
    },
  ]);
});

test('a second company with the first one’s token is the first one, also without any record', async () => {
  await using target = await startTarget({ products: () => [] });
  const companies: ProfileInput['companies'] = [
    { name: 'main', token: { env: 'TOKEN' } },
    { name: 'other', token: { env: 'TOKEN' } },
  ];
  expect(await examineCompanies(targetProfile(target.url, { companies }))).toMatchObject([
    {
      state: 'problem',
      message: 'has the token of main: both name TOKEN',
      advice: expect.stringContaining('companies[].token'),
    },
  ]);
});

test('companies without records cannot be distinguished, and of a single company nothing is asked', async () => {
  await using target = await startTarget({ products: () => [] });
  expect(await examineCompanies(targetProfile(target.url))).toMatchObject([
    { state: 'warning', message: expect.stringContaining('cannot be distinguished from main') },
  ]);
  const companies = [{ name: 'main', token: { env: 'TOKEN' } }];
  expect(await examineCompanies(targetProfile(target.url, { companies }))).toEqual([]);
});

test('a target whose answers are no JSON shows no records, and nothing breaks', async () => {
  await using target = await startTarget({ answer: () => ({ status: 200, body: 'a page' }) });
  expect(await examineCompanies(targetProfile(target.url))).toMatchObject([{ state: 'warning' }]);
});

test.for([
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
] as const)('a clock that is %s is pointed out with its distance', async ([, aheadMs]) => {
  await using target = await startTarget({ date: new Date(Date.now() + aheadMs) });
  const [finding] = await examineClock(targetProfile(target.url));
  expect(finding).toMatchObject({ subject: 'clock', state: 'warning', advice: expect.stringContaining('synchronize') });
  const seconds = Number(/about (\d+) s/.exec(finding?.message ?? '')?.[1]);
  expect(Math.abs(seconds - 3600)).toBeLessThan(10);
});

test('a clock that agrees is found good, and one that is not reported is pointed out', async () => {
  await using good = await startTarget();
  expect(await examineClock(targetProfile(good.url))).toMatchObject([{ subject: 'clock', state: 'ok' }]);
  await using silent = await startTarget({ date: null });
  expect(await examineClock(targetProfile(silent.url))).toMatchObject([
    { state: 'warning', message: 'the target sends no Date header' },
  ]);
});
