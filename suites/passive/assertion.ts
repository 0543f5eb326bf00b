import type { Assertion } from '../../core/exchange.ts';
import { showWhole } from '../../core/json.ts';

/** One assertion about what is judged, with what was there. */
export const assertion = (pointer: string, expected: string, actual: unknown, held: boolean): Assertion => ({
  pointer,
  expected,
  actual: typeof actual === 'string' ? actual : showWhole(actual),
  held,
});
