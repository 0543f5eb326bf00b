import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../check-context.ts';
import { expectHolds, isAccepted } from '../judge/expect.ts';

/** Whether a response contains the record. An error may repeat the id in the path. */
const shows = (answer: Exchange, id: string): boolean => isAccepted(answer) && answer.text.includes(id);

const unseen = "nothing of the other company's record";

export const expectUnseen = (foreign: Exchange, id: string): void =>
  expectHolds(foreign, 'body', unseen, `${foreign.status} ${foreign.text}`, !shows(foreign, id));

/**
 * Asserts that one company finds its record at these paths, and another company does not. A path at which the owner does
 * not find it either is skipped: the body in the profile may not send the `externalId`.
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
