import type { Assertion } from '../../fixtures/exchange.ts';
import { show } from '../json.ts';

/** One demand on what is judged, with what was there. */
export const assertion = (pointer: string, expected: string, actual: unknown, held: boolean): Assertion => ({
  pointer,
  expected,
  actual: typeof actual === 'string' ? actual : show(actual),
  held,
});
