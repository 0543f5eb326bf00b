import { expect, test } from 'vitest';
import type { Verdict } from '../../core/verdict.ts';
import { testProfile } from '../../fixtures/test-profile.ts';
import { serving } from '../../fixtures/test-server.ts';
import { makeTry } from '../session/make-context.ts';
import { openTestSession } from '../session/test-session.ts';
import { assertion } from './assertion.ts';
import { judgePassively } from './judge-passively.ts';
import type { PassiveRule } from './passive-rule.ts';

/** The verdict of a rule that wants 200, after these GETs of paths that name the status to come. */
const judgedAfter = (...asked: string[]): Promise<Verdict> => judgedBy({}, ...asked);

const judgedBy = async (rule: Pick<PassiveRule, 'onlyEachTime'>, ...asked: string[]): Promise<Verdict> => {
  await using server = await serving(({ url }, response) => {
    response.writeHead(Number(url?.split('?')[0]?.split('/').at(-1))).end('{}');
  });
  await using opened = await openTestSession(testProfile(server.url));
  const { context } = makeTry(opened.session, 'TEST-1', 0);
  for (const path of asked) await context.get(path);
  return judgePassively(opened.session, {
    id: 'PAS-99',
    text: 'Every answer is 200',
    source: 'Nowhere',
    statements: ['S001'],
    level: 'must',
    about: 'exchanges',
    judge: ({ status }) => [assertion('status', '200', status, status === 200)],
    ...rule,
  });
};

const times = (count: number, path: string): string[] => Array<string>(count).fill(path);

test('a route that is wrong every time is a stable fault, however many others are right', async () => {
  expect(await judgedAfter(...times(9, '/right/200'), '/now-and-then/404', ...times(4, '/wrong/404'))).toMatchObject({
    outcome: 'fail',
    violation: { pointer: 'status', exchange: 11 },
    stability: { kind: 'stable', failed: 4, of: 4 },
  });
});

test('a route that is wrong now and then is an intermittent fault', async () => {
  expect(await judgedAfter(...times(9, '/one/200'), '/one/404')).toMatchObject({
    outcome: 'fail',
    stability: { kind: 'intermittent', failed: 1, of: 10 },
  });
});

test.for([
  [2, 'unconfirmed'],
  [4, 'stable'],
] as const)('a fault that came %s times that a list was asked for in one way is %s', async ([failed, kind]) => {
  const right = times(9, '/list/200?page=1&pageSize=10');
  const verdict = await judgedAfter(...right, ...times(failed, '/list/404?page=1&pageSize=51'));
  expect(verdict).toMatchObject({ stability: { kind, failed, of: failed } });
});

test('a fault that was seen on too few exchanges, though on each of its route, is unconfirmed', async () => {
  expect(await judgedAfter(...times(9, '/right/200'), ...times(3, '/wrong/404'))).toMatchObject({
    outcome: 'fail',
    stability: { kind: 'unconfirmed', failed: 3, of: 3 },
  });
});

test.each([
  ['wrong each time and often enough', times(4, '/wrong/404'), 'fail'],
  ['wrong each time and not often enough', times(3, '/wrong/404'), 'pass'],
  ['wrong now and then', [...times(9, '/one/404'), '/one/200'], 'pass'],
])('where only what is so each time counts, a step that is %s is reported as such', async (_, asked, outcome) => {
  expect(await judgedBy({ onlyEachTime: true }, ...asked)).toMatchObject({ outcome });
});
