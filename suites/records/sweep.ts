import type { Capability } from '../capability.ts';
import type { CheckContext } from '../check-context.ts';
import { Unverified } from '../judge/outcome.ts';

const isOfOnePart = (error: unknown): boolean =>
  error instanceof Unverified && (error.because === 'not-reached' || error.because === 'not-observable');

/**
 * Tries every part that the profile offers: prepares all at once, then judges one after the other, so that the same fault
 * is found first in every try. What keeps one part from being tried hides no fault of the others: it is reported only if
 * no part is at fault.
 */
export const sweep = async <Part extends { needs: readonly Capability[] }>(
  { offers, unverified }: Pick<CheckContext, 'offers' | 'unverified'>,
  parts: readonly Part[],
  prepare: (part: Part) => Promise<() => Promise<void> | void>,
): Promise<void> => {
  const offered = parts.filter(({ needs }) => offers(needs));
  if (offered.length === 0) unverified('not-declared', 'the profile declares none of the routes that the rule tries');
  let untried: unknown;
  for (const prepared of await Promise.allSettled(offered.map(prepare))) {
    try {
      if (prepared.status === 'rejected') throw prepared.reason;
      await prepared.value();
    } catch (error) {
      if (!isOfOnePart(error)) throw error;
      untried ??= error;
    }
  }
  if (untried !== undefined) throw untried;
};
