import type { Capability } from '../capability.ts';
import type { CheckContext } from '../check-context.ts';
import { Unverified } from '../judge/outcome.ts';

const isOfOnePart = (error: unknown): boolean =>
  error instanceof Unverified && (error.because === 'not-reached' || error.because === 'not-observable');

/**
 * Tests every part that the profile offers. All are prepared in parallel and judged one after another, so that every try
 * finds the same fault first. If one part cannot be tested, the others still are. The reason is reported only if no part
 * fails.
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
