import type { Exchange } from '../../fixtures/exchange.ts';
import { expectRefusal, expectThat } from '../judge/expect.ts';

const isFilledList = (message: unknown): boolean => Array.isArray(message) && message.length > 0;

/** Asserts the 400 of a body that is not valid: refused for nothing but what the control puts right, its message a list. */
export const expectListedRefusal = (refused: Exchange, control: Exchange): void => {
  expectRefusal(refused, { status: 400, control });
  expectThat(refused, '/message', 'a list', isFilledList);
};
