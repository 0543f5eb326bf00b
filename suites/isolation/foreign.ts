import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../check-context.ts';
import { expectHolds, isAccepted } from '../judge/expect.ts';

/** Whether an answer hands the record out. An error may echo the path that was asked for, id and all. */
const shows = (answer: Exchange, id: string): boolean => isAccepted(answer) && answer.text.includes(id);

export const expectUnseen = (foreign: Exchange, id: string): void =>
  expectHolds(
    foreign,
    'body',
    "nothing of the other company's record",
    `${foreign.status} ${foreign.text}`,
    !shows(foreign, id),
  );

/**
 * Asserts that what a company reads at these paths, another does not. A path at which the owner does not find the record
 * either (an external id that the profile's body does not send) shows nothing and is passed over.
 */
export const expectUnseenAt = async (
  owner: CheckContext,
  other: CheckContext,
  { id, lookups }: { id: string; lookups: readonly string[] },
): Promise<void> => {
  let isObserved = false;
  for (const lookup of lookups) {
    if (!shows(await owner.get(lookup), id)) continue;
    isObserved = true;
    expectUnseen(await other.get(lookup), id);
  }
  if (!isObserved)
    owner.unverified('not-reached', `no lookup shows the record to its own company: ${lookups.join(', ')}`);
};
