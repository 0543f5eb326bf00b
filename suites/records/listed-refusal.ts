import type { Exchange } from '../../fixtures/exchange.ts';
import { expectRefusal, expectThat } from '../judge/expect.ts';

const isFilledList = (message: unknown): boolean => Array.isArray(message) && message.length > 0;

/** Asserts that an invalid body is refused with 400 and an array as its `message`. */
export const expectListedRefusal = (refused: Exchange, control: Exchange): void => {
  expectRefusal(refused, { status: 400, control });
  expectThat(refused, '/message', 'a list', isFilledList);
};

/** Asserts that the array in the `message` of a refusal names a field. */
export const expectNamed = (refused: Exchange, field: string): void =>
  expectThat(refused, '/message', `a list that names ${field}`, (list) => JSON.stringify(list ?? '').includes(field));
