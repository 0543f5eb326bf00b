import { valueAt } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import { expectHolds, expectThat } from '../judge/expect.ts';
import { Unverified } from '../judge/outcome.ts';

const showsRecord = ({ status, body }: Exchange): boolean => status === 200 && typeof valueAt(body, '/id') === 'string';

/** Asserts that a lookup shows another record than the one with this id. */
export const expectAnotherId = (read: Exchange, id: unknown): void =>
  expectThat(read, '/id', `another id than ${id}`, (shown) => typeof shown === 'string' && shown !== id);

interface Kept {
  /** The lookup before the write that must have no effect. */
  before: Exchange;
  what: string;
  /** Whether the record shows no effect of the write. */
  isUntouched?: (after: Exchange) => boolean;
}

/** Asserts that a lookup still shows a record unchanged. If it showed none before, the check ends as `not-reached`. */
export const expectStillThere = (after: Exchange, { before, what, isUntouched = () => true }: Kept): void => {
  if (!showsRecord(before)) {
    throw new Unverified('not-reached', `GET ${before.request.path} showed no record with an id to begin with`);
  }
  expectHolds(after, 'body', what, `${after.status} ${after.text}`, showsRecord(after) && isUntouched(after));
};
