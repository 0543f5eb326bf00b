import { expect, test } from 'vitest';
import { allVariants } from './all-variants.ts';
import { judgeVariants } from './judge-variant.ts';

test('a legal variant that is judged in a thread is sound', async () => {
  const reported: string[] = [];
  const reversed = allVariants.filter(({ name }) => name === 'json-reversed');
  const [result, ...others] = await judgeVariants(reversed, ({ name }) => reported.push(name));
  expect(others).toEqual([]);
  expect(reported).toEqual(['json-reversed']);
  expect(result).toMatchObject({ name: 'json-reversed', falsePositives: [], unexpected: [], unneeded: [] });
  expect(result?.passed).toBeGreaterThan(400);
});
