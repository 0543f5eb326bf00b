import type { Choice } from './way.ts';

export const ofEffects: readonly Choice[] = [
  {
    name: 'PUT',
    open: 'S119: whether it replaces a record or only what it names is not said',
    ways: { partial: {}, full: { choices: { records: { puts: 'full' } } } },
  },
  {
    name: 'deletion',
    open: 'S120: that a record is deleted is said, not whether its id may come back',
    ways: { physical: {}, logical: { choices: { records: { deletion: 'logical' } } } },
  },
  {
    name: 'known externalId posted again',
    open: 'S040: without externalId every POST makes a record; what a known one does is not said',
    ways: { unchanged: {}, updated: { choices: { records: { resend: 'updated' } } } },
  },
  {
    name: 'customers of orders',
    open: 'S067: whether an order makes a customer is not said',
    ways: { made: {}, 'not made': { choices: { customers: { madeByOrders: false } } } },
  },
  {
    name: 'product without provider',
    open: 'S040: the name identifies, and the provider where it is sent',
    ways: { 'of its own': {}, 'of any provider': { choices: { products: { withoutProvider: 'any-provider' } } } },
  },
  {
    name: 'processing on POST',
    open: 'S084, S086: it is stored as on-hold; whether that is an arrival is not said',
    ways: { 'enters nothing': {}, 'enters on-hold': { choices: { orders: { processingEntersOnHoldFlow: true } } } },
  },
  {
    name: 'canceled orders',
    open: 'S078, S086: the panel has an option, the table of moves none',
    ways: { 'enter flows': {}, 'enter none': { choices: { orders: { canceledEntersFlows: false } } } },
  },
  {
    name: 'several awaiting coupons',
    open: 'S061: which one an order receives is not said',
    ways: { newest: {}, oldest: { choices: { orders: { awaitingCoupon: 'oldest' } } } },
  },
  {
    name: 'coupon without type',
    open: 'S056: whether it is required and what its absence means is not stated',
    ways: { percent: {}, fixed_cart: { choices: { coupons: { typeWhenAbsent: 'fixed_cart' } } } },
  },
  {
    name: 'worth of giftbacks',
    open: 'S023: a percentage of the purchase, as such or worked out',
    ways: { percent: {}, share: { choices: { coupons: { giftback: 'share-of-purchase' } } } },
  },
  {
    name: 'codes',
    open: 'S043: what a code holds is not said',
    ways: { plain: {}, 'need encoding': { choices: { coupons: { generatedCodes: 'needs-encoding' } } } },
  },
  {
    name: 'validity',
    open: 'S047: false once used in an order; of a use by hand and of expiry nothing is said',
    ways: {
      'as the platform': {},
      'ended by hand': { choices: { coupons: { validAfterManualUse: false } } },
      'beyond expiry': { choices: { coupons: { validAfterExpiry: true } } },
    },
  },
  {
    name: 'cancelled giftbacks',
    open: 'S089: not found by code, given a deletion date; of other lookups and of how soon nothing is said',
    ways: {
      gone: {},
      'kept by id': { choices: { coupons: { canceledGiftback: 'kept-with-deletion-date' } } },
      'some seconds later': { choices: { coupons: { cancellationDelaySeconds: 10 } } },
    },
  },
  {
    name: 'externalId of shared coupons',
    open: 'S147, S148: stored as an integer; a lookup may find nothing or another',
    ways: {
      'a number': {},
      'a text': { choices: { coupons: { sharedExternalId: 'text' } } },
      'found by it': { choices: { coupons: { sharedByExternalId: 'found' } } },
    },
  },
  {
    name: 'dates with slashes',
    open: 'S113: the zone of the form, and a month above twelve, are not shown',
    ways: {
      'in UTC': {},
      'in Brasília': { choices: { dates: { slashZone: 'brasilia' } } },
      swapped: { choices: { dates: { slashDayAbove12: 'swap' } } },
    },
  },
];
