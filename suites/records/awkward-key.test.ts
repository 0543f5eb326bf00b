import { expect, test } from 'vitest';
import type { Exchange } from '../../fixtures/exchange.ts';
import { testExchange } from '../test-exchange.ts';
import { readByAwkwardKey } from './awkward-key.ts';

const answering = (finds: (key: string) => boolean): { keys: string[]; read: (key: string) => Promise<Exchange> } => {
  const keys: string[] = [];
  const read = async (key: string): Promise<Exchange> => {
    keys.push(key);
    return testExchange(finds(key) ? 200 : 404);
  };
  return { keys, read };
};

test('a key that is found is tried once', async () => {
  const { keys, read } = answering(() => true);
  expect((await readByAwkwardKey('code', ' 1/2', read)).key).toBe('code 1/2');
  expect(keys).toHaveLength(1);
});

test('of a key that is not found the first character at fault is named', async () => {
  const { keys, read } = answering((key) => !key.includes('/'));
  const { key, answer } = await readByAwkwardKey('code', ' 1/2 + %41', read);
  expect([key, answer.status]).toEqual(['code-a/z', 404]);
  expect(keys).toEqual(['code 1/2 + %41', 'code-a z', 'code-a/z']);
});

test('where each character alone is found, the whole key is at fault', async () => {
  const { read } = answering((key) => key.length < 10);
  expect((await readByAwkwardKey('code', ' nº 1/2', read)).key).toBe('code nº 1/2');
});
