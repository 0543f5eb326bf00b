import { UserError } from '../../fixtures/reading/user-error.ts';

/** There is no k6, or it could not be started. The message says what to do; it is shown without a stack. */
export class K6Error extends UserError {
  override name = 'K6Error';
}

/** No source has a k6, though nothing is set wrongly. Tests that need k6 are skipped then. */
export class NoK6 extends K6Error {}
