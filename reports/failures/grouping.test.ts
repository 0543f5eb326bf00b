import { expect, test } from 'vitest';
import type { Verdict, Violation } from '../../core/verdict.ts';
import { sampleExchange, sampleFailure } from '../test-samples.ts';
import { groupsByCause } from './grouping.ts';

const fault = (rule: string, path: string, violation: Partial<Violation> = {}, section = 'pagination'): Verdict =>
  sampleFailure({
    rule,
    section,
    exchanges: [sampleExchange({ path })],
    violation: {
      pointer: '/pagination/pageSize',
      expected: 'a size from 1 to 50',
      actual: '0',
      exchange: 7,
      ...violation,
    },
  });

const idsOf = (groups: readonly Verdict[][]): string[][] => groups.map((group) => group.map(({ rule }) => rule));

test('one convention that is broken in the same way on several routes is one cause', () => {
  const groups = groupsByCause([fault('PAG-2', '/products?page=1'), fault('PAG-14', '/customers?page=1')]);
  expect(idsOf(groups)).toEqual([['PAG-2', 'PAG-14']]);
});

test('one place that is wrong in the same way is one cause, whichever rule looks at it', () => {
  const seen = { expected: '200', actual: '201', pointer: 'status' };
  const groups = groupsByCause([
    fault('CONV-23', '/customers/1', seen, 'conventions'),
    fault('PAS-1', '/customers/2', { ...seen, expected: '200 or nothing else' }, 'passive'),
  ]);
  expect(idsOf(groups)).toEqual([['CONV-23', 'PAS-1']]);
});

test('faults of other places or with other values stand apart', () => {
  const groups = groupsByCause([
    fault('PAG-2', '/products?page=1'),
    fault('PAG-3', '/products?page=1', { pointer: 'status', expected: '200', actual: '404' }),
    fault('ORD-1', '/orders/1', {}, 'orders'),
  ]);
  expect(idsOf(groups)).toEqual([['PAG-2'], ['PAG-3'], ['ORD-1']]);
});

test('ids of records do not keep faults apart', () => {
  const id = (digit: string): string => `"${digit.repeat(8)}-1111-4111-8111-111111111111"`;
  const groups = groupsByCause([
    fault('USER-1', '/users/1', { pointer: '/id', actual: id('1') }, 'users'),
    fault('USER-2', '/users/2', { pointer: '/id', actual: id('2') }, 'users'),
  ]);
  expect(idsOf(groups)).toEqual([['USER-1', 'USER-2']]);
});

test('a property stands with the rule that it stands for, where the same place shows both', () => {
  const place = { pointer: 'status', expected: '422' };
  const groups = groupsByCause([
    fault('ORD-10', '/orders', { ...place, actual: '200' }, 'orders'),
    fault('LAW-21', '/orders', { ...place, actual: '201' }, 'properties-values'),
  ]);
  expect(idsOf(groups)).toEqual([['ORD-10', 'LAW-21']]);
});

test('a fault that shares something with two groups joins them', () => {
  const groups = groupsByCause([
    fault('PAG-2', '/products?page=1'),
    fault('ISO-1', '/customers?page=1', { expected: 'another' }, 'isolation'),
    fault('PAG-14', '/customers?page=1'),
  ]);
  expect(idsOf(groups)).toEqual([['PAG-2', 'ISO-1', 'PAG-14']]);
});
