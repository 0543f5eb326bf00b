import type { Assertion } from '../../core/exchange.ts';
import { showWhole } from '../../core/json.ts';

export const assertion = (pointer: string, expected: string, actual: unknown, held: boolean): Assertion => ({
  pointer,
  expected,
  actual: typeof actual === 'string' ? actual : showWhole(actual),
  held,
});
