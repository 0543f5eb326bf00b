import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testProfile } from '../fixtures/test-profile.ts';
import { serving } from '../fixtures/test-server.ts';
import { expectAnswer } from '../suites/judge/expect.ts';
import { openTestSession } from '../suites/session/test-session.ts';
import { type Property, property } from './property.ts';
import { propertyJudge } from './property-judge.ts';

/** A property that asks for its own path, with one case at each depth. */
const asking = (id: Property['id'], more: Pick<Property, 'readsLists' | 'depth'> = {}): Property =>
  property({
    id,
    text: 'Its path is answered',
    source: 'Nowhere',
    statements: ['S001'],
    rules: [],
    level: 'must',
    ...more,
    cases: { quick: 1, full: 1 },
    drawn: fc.constant(`/${id}`),
    async holds({ get }, path) {
      expectAnswer(await get(path), 200);
    },
  });

test('properties wait for the rules; those that read lists run first, one by one in a company; those that take minutes start at once', async () => {
  const asked: string[] = [];
  const underWay = new Map<string, number>();
  let maxInOne = 0;
  let maxAtOnce = 0;
  const readIn: Record<string, string> = { '/LAW-2': 'main', '/LAW-3': 'main', '/LAW-5': 'second' };
  const change = (company: string, by: number): void => {
    const inOne = (underWay.get(company) ?? 0) + by;
    underWay.set(company, inOne);
    maxInOne = Math.max(maxInOne, inOne);
    maxAtOnce = Math.max(
      maxAtOnce,
      [...underWay.values()].reduce((sum, count) => sum + count, 0),
    );
  };
  await using server = await serving(async ({ url = '' }, response) => {
    asked.push(url);
    const company = readIn[url];
    if (company !== undefined) change(company, 1);
    // both companies are read before either has been
    while (company !== undefined && asked.length < 3) await new Promise((resolve) => setImmediate(resolve));
    if (company !== undefined) change(company, -1);
    response.end('{}');
  });
  await using opened = await openTestSession(testProfile(server.url), { depth: 'full' });
  const rules = Promise.withResolvers<void>();
  const judge = propertyJudge(opened.session, () => rules.promise);
  const properties = [
    asking('LAW-1'),
    asking('LAW-2', { readsLists: () => ['main'] }),
    asking('LAW-3', { readsLists: () => ['main'] }),
    asking('LAW-4', { depth: 'full' }),
    asking('LAW-5', { readsLists: () => ['second'] }),
  ];
  const verdicts = properties.map((each) => judge({ section: 'tested', property: each }));
  await verdicts[3];
  expect(asked).toEqual(['/LAW-4']);
  rules.resolve();
  const outcomes = (await Promise.all(verdicts)).map(({ outcome }) => outcome);
  expect(new Set(outcomes)).toEqual(new Set(['pass']));
  expect(asked.slice(1, 3).toSorted()).toEqual(['/LAW-2', '/LAW-5']);
  expect(asked.slice(3)).toEqual(['/LAW-3', '/LAW-1']);
  expect([maxInOne, maxAtOnce]).toEqual([1, 2]);
});

test('a property that takes minutes is not tried at quick depth', async () => {
  await using opened = await openTestSession(testProfile('http://127.0.0.1:1'), { depth: 'quick' });
  const judge = propertyJudge(opened.session, async () => {});
  const verdict = await judge({ section: 'tested', property: asking('LAW-1', { depth: 'full' }) });
  expect(verdict).toMatchObject({ outcome: 'unverified', cause: 'not-observable', requests: 0 });
});
