import { valueAt } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import { expectHolds, expectThat } from '../judge/expect.ts';
import { Unverified } from '../judge/outcome.ts';

/** What is no record shows neither that it is there nor that it is unchanged. */
const showsRecord = ({ status, body }: Exchange): boolean => status === 200 && typeof valueAt(body, '/id') === 'string';

/** Asserts that a lookup shows another record than the one with this id. */
export const expectAnotherId = (read: Exchange, id: unknown): void =>
  expectThat(read, '/id', `another id than ${id}`, (shown) => typeof shown === 'string' && shown !== id);

interface Kept {
  /** The same lookup before the write that must come to nothing. */
  before: Exchange;
  what: string;
  /** Whether the write has come to nothing, as far as the record shows it. */
  isUntouched?: (after: Exchange) => boolean;
}

/** Asserts that a lookup goes on showing a record, untouched. When it showed none before, the check ends as `not-reached`. */
export const expectStillThere = (after: Exchange, { before, what, isUntouched = () => true }: Kept): void => {
  if (!showsRecord(before)) {
    throw new Unverified('not-reached', `GET ${before.request.path} showed no record with an id to begin with`);
  }
  expectHolds(after, 'body', what, `${after.status} ${after.text}`, showsRecord(after) && isUntouched(after));
};
