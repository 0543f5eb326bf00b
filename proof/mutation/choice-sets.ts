import type { EmbeddedOptions } from '../../platform/embedded/start-embedded.ts';

/**
 * Sets of choices, first those of the embedded platform. A mutant is judged under a later set if no request reached it, or no
 * rule caught it, under the earlier ones.
 */
export const choiceSets: readonly NonNullable<EmbeddedOptions['choices']>[] = [
  {},
  {
    answers: { writes: 'stored', writesCarryId: true, extraFields: { records: false, errors: false, payloads: false } },
    requests: {
      numbersAsText: 'accept',
      badTokenStatus: 403,
      lowerCaseBearer: 'accept',
      missingStatus: 422,
      unknownRecordOnPut: 'before-validation',
    },
    dates: { fractionDigits: 3, slashZone: 'brasilia', slashDayAbove12: 'swap' },
    ids: { uuidVersion: 7 },
    lists: { order: 'oldest-first', badPage: 'clamp', badPageSize: 'clamp', badUpdatedAt: 'refuse-422' },
    records: { puts: 'full', deletion: 'logical', resend: 'updated' },
    customers: { phoneForm: 'as-sent', madeByOrders: false },
    products: { withoutProvider: 'any-provider' },
    users: { missingOnDelete: 'text' },
    orders: {
      processingEntersOnHoldFlow: true,
      canceledEntersFlows: false,
      awaitingCoupon: 'oldest',
      couponUsed: 'code',
    },
    coupons: {
      typeWhenAbsent: 'fixed_cart',
      giftback: 'share-of-purchase',
      generatedCodes: 'needs-encoding',
      validAfterManualUse: false,
      validAfterExpiry: true,
      validBeforeStart: true,
      sameCodeAgain: 'replace',
      putUnknownCodeStatus: 422,
      orderWithoutCoupon: 'null-200',
      canceledGiftback: 'kept-with-deletion-date',
      sharedExternalId: 'text',
      sharedByExternalId: 'found',
    },
    webhooks: {
      secondRegistration: 'updates',
      pendingFollowsRegistration: false,
      connection: 'close',
    },
  },
  {
    answers: { writes: 'empty-object' },
    dates: { fractionDigits: 0 },
    lists: { order: 'newest-first', badPage: 'refuse-422', badPageSize: 'refuse-400', badUpdatedAt: 'refuse-400' },
    orders: { couponUsed: 'null' },
    coupons: { sameCodeAgain: 'refuse-422', orderWithoutCoupon: '422' },
  },
  {
    dates: { fractionDigits: 6 },
    orders: { couponUsed: 'id' },
    coupons: { sameCodeAgain: 'keep-both' },
  },
];
