import type { EmbeddedOptions } from '../../platform/embedded/start-embedded.ts';
import type { Difference } from './variant.ts';

/** Something that the document leaves open, with every legal way by name. Each way fits every way of all other factors. */
export type Factor = Record<string, Pick<Difference, 'options' | 'unverified' | 'warns'>>;

type Choices = NonNullable<EmbeddedOptions['choices']>;

/** Ways named by the values of a choice; `besides` says what cannot be judged under some of them. */
const ways = <Value extends string | number | boolean>(
  values: readonly Value[],
  choose: (value: Value) => Choices,
  besides: Record<string, Pick<Difference, 'unverified' | 'warns'>> = {},
): Factor =>
  Object.fromEntries(
    values.map((value) => [String(value), { options: { choices: choose(value) }, ...besides[String(value)] }]),
  );

/** Ways of choices whose values need names. */
const namedWays = <Value>(values: Readonly<Record<string, Value>>, choose: (value: Value) => Choices): Factor =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { options: { choices: choose(value) } }]));

const isEither = [true, false] as const;
const notRefused400 = { unverified: [{ cause: 'not-observable', rules: ['ERR-13'] }] } as const;

const answers: Record<string, Factor> = {
  writes: ways(['echo', 'stored', 'empty-object'], (writes) => ({ answers: { writes } })),
  writesCarryId: ways(isEither, (writesCarryId) => ({ answers: { writesCarryId } })),
  headerCasing: ways(['lower', 'title'], (headerCasing) => ({ answers: { headerCasing } })),
  framing: ways(['content-length', 'chunked'], (framing) => ({ answers: { framing } })),
  gzip: ways(isEither, (gzip) => ({ answers: { gzip } })),
  connection: ways(['keep-alive', 'close'], (connection) => ({ answers: { connection } })),
  delayMs: namedWays({ none: 0, some: 5 }, (delayMs) => ({ answers: { delayMs } })),
  ruleSeparator: namedWays({ 'comma and space': ', ', comma: ',', 'comma between spaces': ' , ' }, (ruleSeparator) => ({
    answers: { ruleSeparator },
  })),
  recordsExtraFields: ways(isEither, (records) => ({ answers: { extraFields: { records } } })),
  errorsExtraFields: ways(isEither, (errors) => ({ answers: { extraFields: { errors } } })),
  payloadsExtraFields: ways(isEither, (payloads) => ({ answers: { extraFields: { payloads } } })),
};

const requests: Record<string, Factor> = {
  numbersAsText: ways(['refuse-400', 'accept'], (numbersAsText) => ({ requests: { numbersAsText } })),
  badTokenStatus: ways([401, 403, 404], (badTokenStatus) => ({ requests: { badTokenStatus } })),
  lowerCaseBearer: ways(['refuse', 'accept'], (lowerCaseBearer) => ({ requests: { lowerCaseBearer } })),
  missingStatus: ways([400, 422], (missingStatus) => ({ requests: { missingStatus } })),
  unknownRecordOnPut: ways(['after-validation', 'before-validation'], (unknownRecordOnPut) => ({
    requests: { unknownRecordOnPut },
  })),
  fieldWording: {
    sentences: {},
    ...namedWays<NonNullable<NonNullable<Choices['requests']>['fieldWording']>>(
      {
        names: ({ field }) => field,
        codes: ({ field, isMissing }) => `E_${isMissing ? 'MISSING' : 'INVALID'}:${field}`,
      },
      (fieldWording) => ({ requests: { fieldWording } }),
    ),
  },
};

const datesIdsAndLists: Record<string, Factor> = {
  fractionDigits: ways([0, 3, 6, 'varying'], (fractionDigits) => ({ dates: { fractionDigits } }), {
    // the scaled wait between creation and change is shorter than a second
    0: { unverified: [{ cause: 'not-observable', rules: ['PAG-10'], extent: 'some' }] },
  }),
  slashZone: ways(['utc', 'brasilia'], (slashZone) => ({ dates: { slashZone } })),
  slashDayAbove12: ways(['refuse', 'swap'], (slashDayAbove12) => ({ dates: { slashDayAbove12 } })),
  uuidVersion: ways([4, 7], (uuidVersion) => ({ ids: { uuidVersion } })),
  order: ways(['shuffled', 'oldest-first', 'newest-first'], (order) => ({ lists: { order } })),
  badPage: ways(['refuse-400', 'refuse-422', 'clamp'], (badPage) => ({ lists: { badPage } }), {
    'refuse-422': notRefused400,
    clamp: { ...notRefused400, warns: ['PAG-27'] },
  }),
  badPageSize: ways(['refuse-400', 'refuse-422', 'clamp'], (badPageSize) => ({ lists: { badPageSize } }), {
    clamp: { warns: ['PAG-27'] },
  }),
  badUpdatedAt: ways(['ignore', 'refuse-400', 'refuse-422'], (badUpdatedAt) => ({ lists: { badUpdatedAt } })),
};

const records: Record<string, Factor> = {
  puts: ways(['partial', 'full'], (puts) => ({ records: { puts } })),
  deletion: ways(['physical', 'logical'], (deletion) => ({ records: { deletion } })),
  resend: ways(['unchanged', 'updated'], (resend) => ({ records: { resend } })),
  phoneForm: ways(['as-sent', 'digits'], (phoneForm) => ({ customers: { phoneForm } })),
  madeByOrders: ways(isEither, (madeByOrders) => ({ customers: { madeByOrders } })),
  withoutProvider: ways(['own-identity', 'any-provider'], (withoutProvider) => ({ products: { withoutProvider } })),
  missingOnDelete: ways(['list', 'text'], (missingOnDelete) => ({ users: { missingOnDelete } })),
};

const ordersAndCoupons: Record<string, Factor> = {
  processingEntersOnHoldFlow: ways(isEither, (processingEntersOnHoldFlow) => ({
    orders: { processingEntersOnHoldFlow },
  })),
  canceledEntersFlows: ways(isEither, (canceledEntersFlows) => ({ orders: { canceledEntersFlows } })),
  awaitingCoupon: ways(['oldest', 'newest'], (awaitingCoupon) => ({ orders: { awaitingCoupon } })),
  couponUsed: ways(['code', 'id', 'object', 'null'], (couponUsed) => ({ orders: { couponUsed } })),
  flowDelaySeconds: namedWays({ none: 0, some: 5 }, (flowDelaySeconds) => ({ orders: { flowDelaySeconds } })),
  typeWhenAbsent: ways(['percent', 'fixed_cart'], (typeWhenAbsent) => ({ coupons: { typeWhenAbsent } })),
  giftback: ways(['percent', 'share-of-purchase'], (giftback) => ({ coupons: { giftback } })),
  generatedCodes: ways(['plain', 'needs-encoding'], (generatedCodes) => ({ coupons: { generatedCodes } })),
  validAfterManualUse: ways(isEither, (validAfterManualUse) => ({ coupons: { validAfterManualUse } })),
  validAfterExpiry: ways(isEither, (validAfterExpiry) => ({ coupons: { validAfterExpiry } })),
  sameCodeAgain: ways(['keep-first', 'replace', 'keep-both', 'refuse-422'], (sameCodeAgain) => ({
    coupons: { sameCodeAgain },
  })),
  putUnknownCodeStatus: ways([404, 422], (putUnknownCodeStatus) => ({ coupons: { putUnknownCodeStatus } })),
  orderWithoutCoupon: ways(['404', '422', 'null-200'], (orderWithoutCoupon) => ({ coupons: { orderWithoutCoupon } })),
  canceledGiftback: ways(['gone', 'kept-with-deletion-date'], (canceledGiftback) => ({
    coupons: { canceledGiftback },
  })),
  cancellationDelaySeconds: namedWays({ none: 0, some: 10 }, (cancellationDelaySeconds) => ({
    coupons: { cancellationDelaySeconds },
  })),
  sharedExternalId: ways(['number', 'text'], (sharedExternalId) => ({ coupons: { sharedExternalId } })),
  sharedByExternalId: ways(['found', 'not-found'], (sharedByExternalId) => ({ coupons: { sharedByExternalId } })),
};

const webhooks: Record<string, Factor> = {
  secondRegistration: ways(['replaces', 'updates', 'refuses-422'], (secondRegistration) => ({
    webhooks: { secondRegistration },
  })),
  pendingFollowsRegistration: ways(isEither, (pendingFollowsRegistration) => ({
    webhooks: { pendingFollowsRegistration },
  })),
  // twice nine seconds is still within what a profile grants by default
  queueDelaySeconds: namedWays({ none: 0, one: 1, some: 9 }, (queueDelaySeconds) => ({
    webhooks: { queueDelaySeconds },
  })),
  queueJitterShare: namedWays({ none: 0, 'up to double': 1 }, (queueJitterShare) => ({
    webhooks: { queueJitterShare },
  })),
  backoffJitterShare: namedWays({ none: 0, 'a quarter': 0.25 }, (backoffJitterShare) => ({
    webhooks: { backoffJitterShare },
  })),
  webhookFraming: ways(['content-length', 'chunked'], (framing) => ({ webhooks: { framing } })),
  webhookConnection: ways(['keep-alive', 'close'], (connection) => ({ webhooks: { connection } })),
};

/** Every choice of the platform, by its name there. */
export const factors: Readonly<Record<string, Factor>> = {
  ...answers,
  ...requests,
  ...datesIdsAndLists,
  ...records,
  ...ordersAndCoupons,
  ...webhooks,
  dialect: { plain: { options: { dialect: 'plain' } }, foreign: { options: { dialect: 'foreign' } } },
};
