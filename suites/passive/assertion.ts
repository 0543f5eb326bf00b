import type { Assertion } from '../../core/exchange.ts';
import { showWhole } from '../../core/json.ts';

/** Texts that look like another JSON value without their quotation marks. */
const otherJson = /^(true|false|null|-?\d+(\.\d+)?)$/;

export const assertion = (pointer: string, expected: string, actual: unknown, held: boolean): Assertion => ({
  pointer,
  expected,
  actual: typeof actual === 'string' && !otherJson.test(actual) ? actual : showWhole(actual),
  held,
});
