import type { PartnerAction } from '../../core/partner-record.ts';

/** How many actions a right partner refuses in each scenario of a whole session. */
export const rightRefusals: Readonly<Record<string, number>> = {
  'repeated-late': 1,
  'notified-marked': 1,
  'redeem-early': 2,
  'redeem-later': 1,
  'redeem-later-own': 1,
  'redeem-later-shared': 1,
  'redeem-later-refused': 1,
  'redeem-later-unregistered': 1,
  'redeem-twice': 4,
  'redeem-put-twice': 5,
  'redeem-below-minimum': 1,
  'redeem-expired': 1,
  'own-coupon': 3,
  'marked-used': 2,
  'restarted-with-redemption': 1,
  'coupon-at-both-tills': 2,
  'redeemed-at-work': 2,
};

/** How many actions were not performed, by scenario. */
export const refusalsIn = (actions: readonly PartnerAction[]): Record<string, number> => {
  const refused = actions.filter(({ outcome }) => outcome !== 'done');
  return Object.fromEntries(
    [...Map.groupBy(refused, ({ scenario }) => scenario)].map(([name, { length }]) => [name, length]),
  );
};
