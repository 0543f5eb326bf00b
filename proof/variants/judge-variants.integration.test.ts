import { expect, test } from 'vitest';
import { judgeVariants } from './judge-variants.ts';

test('a legal variant that is judged in a thread is sound', async () => {
  const reported: string[] = [];
  const [result, ...others] = await judgeVariants(({ name }) => reported.push(name), ['json-reversed']);
  expect(others).toEqual([]);
  expect(reported).toEqual(['json-reversed']);
  expect(result).toMatchObject({ name: 'json-reversed', falsePositives: [], unexpected: [], unneeded: [] });
  expect(result?.passed).toBeGreaterThan(400);
});
