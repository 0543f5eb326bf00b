import { UserError } from '../../fixtures/reading/user-error.ts';

/** k6 is missing or cannot start. The message says what to do and is shown without a stack. */
export class K6Error extends UserError {
  override name = 'K6Error';
}

/** No source has k6, and no setting is wrong. Tests that need k6 are then skipped. */
export class NoK6 extends K6Error {}
