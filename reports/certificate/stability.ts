import type { BreachStability, ObligationVerdict } from '../../suites/partner/verdict.ts';

/** Whether a verdict says that something was not as it should be, surely or perhaps. */
export const isAccusing = (outcome: ObligationVerdict['outcome']): boolean =>
  outcome === 'broken' || outcome === 'remark' || outcome === 'unconfirmed';

/** How often a breach was seen, as the end of a line; nothing where it needed no second play. */
export const inPlays = (stability: BreachStability | undefined): string =>
  stability === undefined ? '' : ` (${stability.kind}: in ${stability.failed} of ${stability.of} plays)`;
