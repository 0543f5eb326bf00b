import type { Capability } from './capability.ts';
import type { CheckContext } from './check-context.ts';
import { Unverified } from './outcome.ts';

const isOfOnePart = (error: unknown): boolean =>
  error instanceof Unverified && (error.because === 'not-reached' || error.because === 'not-observable');

/**
 * Tries every part that the profile offers, all at once. What keeps one part from being tried hides no fault of the
 * others: it is reported only if no part is at fault.
 */
export const sweep = async <Part extends { needs: readonly Capability[] }>(
  { offers, unverified }: Pick<CheckContext, 'offers' | 'unverified'>,
  parts: readonly Part[],
  tryOne: (part: Part) => Promise<void>,
): Promise<void> => {
  const offered = parts.filter(({ needs }) => offers(needs));
  if (offered.length === 0) unverified('not-declared', 'the profile declares none of the routes that the rule tries');
  const tried = await Promise.allSettled(offered.map(tryOne));
  const [first] = tried
    .flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    .toSorted((a, b) => Number(isOfOnePart(a)) - Number(isOfOnePart(b)));
  if (first !== undefined) throw first;
};
