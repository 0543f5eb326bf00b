import { beforeAll, expect, test } from 'vitest';
import type { Defect } from '../../suites/defect.ts';
import { type Reach, reachOf } from './reach.ts';

// all name the same rule, which is always within their reach
const rule = 'PAS-1';

const defects = {
  handler: {
    ...{ rule, text: 'has no configuration of coupons' },
    options: {
      wrap: (handle) => (call) => (call.path === '/coupons-config' ? { status: 500, body: {} } : handle(call)),
    },
  },
  slowHandler: {
    ...{ rule, text: 'keeps who asks for a configuration waiting' },
    options: {
      wrap: (handle) => async (call) => {
        if (call.path === '/coupons-config') await new Promise((resolve) => setTimeout(resolve, 50));
        return handle(call);
      },
    },
  },
  soundHandler: { ...{ rule, text: 'is sound' }, options: { wrap: (handle) => (call) => handle(call) } },
  number: { ...{ rule, text: 'serves 51 records a page' }, options: { policy: { pages: { pageSizeMax: 51 } } } },
  decision: {
    ...{ rule, text: 'takes used coupons for valid' },
    options: { policy: { coupons: { isValid: ({ isInvalidated }) => !isInvalidated } } },
  },
  soundDecision: {
    ...{ rule, text: 'decides the same in other words' },
    options: {
      policy: { coupons: { isValid: ({ isUsedInOrder, isInvalidated }) => !(isUsedInOrder || isInvalidated) } },
    },
  },
  delivery: { ...{ rule, text: 'attempts nine times' }, options: { policy: { webhooks: { attemptsMax: 9 } } } },
  pace: { ...{ rule, text: 'is slower' }, options: { policy: { timeScale: 0.01 } } },
} satisfies Record<string, Defect>;

type Name = keyof typeof defects;

let reach: Map<Defect, Reach>;

beforeAll(async () => {
  reach = await reachOf(Object.values(defects));
});

const reaches = (name: Name, id: string): boolean => {
  const rules = reach.get(defects[name]);
  return rules === 'all' || rules?.has(id) === true;
};

test.each<[Name, seenBy: string, unseenBy: string]>([
  ['handler', 'CONF-1', 'PAG-2'],
  ['number', 'PAG-2', 'USER-1'],
  ['decision', 'ORD-26', 'STORE-1'],
  ['delivery', 'DLV-21', 'STORE-1'],
])('what differs in the %s is seen by the rules that meet it, such as %s, and not by %s', (name, seenBy, unseenBy) => {
  expect([reaches(name, seenBy), reaches(name, unseenBy)]).toEqual([true, false]);
});

test('a handler that keeps its caller waiting is seen', () => {
  expect(reach.get(defects.slowHandler)).toEqual(reach.get(defects.handler));
});

test.each<Name>(['soundHandler', 'soundDecision', 'pace'])(
  'a difference that makes none is seen by no rule: %s',
  (name) => {
    expect(reach.get(defects[name])).toEqual(new Set([rule]));
  },
);
