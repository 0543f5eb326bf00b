import { expect, test } from 'vitest';
import type { ProfileInput } from '../../fixtures/profile/schema.ts';
import { examineData } from './data.ts';
import { startTarget, type TargetOptions, targetProfile } from './test-target.ts';

const examined = async (options: TargetOptions, said: Partial<ProfileInput> = {}) => {
  await using target = await startTarget(options);
  return await examineData(targetProfile(target.url, said));
};

const list = { status: 200, body: { data: [] } };

test('a list that answers where the profile says is found good', async () => {
  const findings = await examined(
    { answer: (path) => (path === '/all-stores' ? list : undefined) },
    { resources: { stores: { list: '/all-stores' }, customers: false, coupons: {} } },
  );
  expect(findings.filter(({ subject }) => subject.startsWith('list'))).toEqual([
    { subject: 'list of stores', state: 'ok', message: 'GET /all-stores answers' },
  ]);
});

test('a list that is not where the profile says is pointed out with the key', async () => {
  const findings = await examined({}, { resources: { stores: { list: '/shops' } } });
  expect(findings).toContainEqual({
    subject: 'list of stores',
    state: 'warning',
    message: 'GET /shops was answered 404',
    advice: 'correct resources.stores.list',
  });
});

test('a list that is limited for a moment is asked again before it is called wrong', async () => {
  const answer: TargetOptions['answer'] = (path, asked) => {
    if (path !== '/all-stores') return undefined;
    return asked === 1 ? { status: 429, body: {} } : list;
  };
  const findings = await examined({ answer }, { resources: { stores: { list: '/all-stores' } } });
  expect(findings).toContainEqual(expect.objectContaining({ subject: 'list of stores', state: 'ok' }));
});

test('a known user who is found is good, one who is not is pointed out', async () => {
  expect(await examined({})).toContainEqual({ subject: 'known user', state: 'ok', message: 'is found' });
  expect(
    await examined({ answer: (path) => (path.startsWith('/users/') ? { status: 404, body: {} } : undefined) }),
  ).toContainEqual({
    subject: 'known user',
    state: 'warning',
    message: 'was answered 404',
    advice: 'correct companies[0].users.known',
  });
});

test('of users that the profile does not name nothing is asked: the missing key is reported with its rules', async () => {
  const companies = [{ name: 'main', token: { env: 'TOKEN' } }];
  const subjects = (await examined({}, { companies })).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('user'))).toEqual([]);
});

test.for([
  ['2026-01-01T02:59:59.9Z', 'ok'],
  ['2026-01-01T00:00:00Z', 'ok'],
  ['2026-01-01T03:00:00Z', 'warning'],
  ['2026-01-01T20:00:00Z', 'warning'],
] as const)(
  'a history whose products were made at %s is %s for the readings of a date alone',
  async ([createdAt, state]) => {
    expect(await examined({ createdAt })).toContainEqual(expect.objectContaining({ subject: 'seed data', state }));
  },
);

test('a target that gives no answer is reported as such', async () => {
  const findings = await examineData(targetProfile('http://127.0.0.1:1', { resources: { stores: { list: '/s' } } }));
  expect(findings.map(({ message }) => message)).toContain('GET /s was answered not at all');
});
