import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import { Unverified } from '../judge/outcome.ts';

/** Why the notifications of a company cannot be seen in this run: the target refused the registration, or the profile allows none. */
export const noReceiver = ({ unregistered }: Pick<RunHandle, 'unregistered'>, company: string): Unverified => {
  const trouble = unregistered[company];
  return trouble === undefined
    ? new Unverified(
        'not-declared',
        `no notification of company ${company} can be received: declare companies[].webhook.takeOver and capture`,
      )
    : new Unverified('not-reached', trouble);
};
