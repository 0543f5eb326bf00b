import type { Difference } from './variant.ts';

/** One thing that the document leaves open, with every way of doing it: each is legal beside every way of all others. */
export type Factor = Record<string, Pick<Difference, 'options' | 'unverified' | 'warns'>>;

const answers = {
  writes: {
    echo: { options: { choices: { answers: { writes: 'echo' } } } },
    stored: { options: { choices: { answers: { writes: 'stored' } } } },
    'empty-object': { options: { choices: { answers: { writes: 'empty-object' } } } },
  },
  writesCarryId: {
    true: { options: { choices: { answers: { writesCarryId: true } } } },
    false: { options: { choices: { answers: { writesCarryId: false } } } },
  },
  headerCasing: {
    lower: { options: { choices: { answers: { headerCasing: 'lower' } } } },
    title: { options: { choices: { answers: { headerCasing: 'title' } } } },
  },
  framing: {
    'content-length': { options: { choices: { answers: { framing: 'content-length' } } } },
    chunked: { options: { choices: { answers: { framing: 'chunked' } } } },
  },
  gzip: {
    true: { options: { choices: { answers: { gzip: true } } } },
    false: { options: { choices: { answers: { gzip: false } } } },
  },
  connection: {
    'keep-alive': { options: { choices: { answers: { connection: 'keep-alive' } } } },
    close: { options: { choices: { answers: { connection: 'close' } } } },
  },
  delayMs: {
    none: { options: { choices: { answers: { delayMs: 0 } } } },
    some: { options: { choices: { answers: { delayMs: 5 } } } },
  },
  ruleSeparator: {
    'comma and space': { options: { choices: { answers: { ruleSeparator: ', ' } } } },
    comma: { options: { choices: { answers: { ruleSeparator: ',' } } } },
    'comma between spaces': { options: { choices: { answers: { ruleSeparator: ' , ' } } } },
  },
  recordsExtraFields: {
    true: { options: { choices: { answers: { extraFields: { records: true } } } } },
    false: { options: { choices: { answers: { extraFields: { records: false } } } } },
  },
  errorsExtraFields: {
    true: { options: { choices: { answers: { extraFields: { errors: true } } } } },
    false: { options: { choices: { answers: { extraFields: { errors: false } } } } },
  },
  payloadsExtraFields: {
    true: { options: { choices: { answers: { extraFields: { payloads: true } } } } },
    false: { options: { choices: { answers: { extraFields: { payloads: false } } } } },
  },
} as const satisfies Record<string, Factor>;

const requests = {
  numbersAsText: {
    'refuse-400': { options: { choices: { requests: { numbersAsText: 'refuse-400' } } } },
    accept: { options: { choices: { requests: { numbersAsText: 'accept' } } } },
  },
  badTokenStatus: {
    401: { options: { choices: { requests: { badTokenStatus: 401 } } } },
    403: { options: { choices: { requests: { badTokenStatus: 403 } } } },
    404: { options: { choices: { requests: { badTokenStatus: 404 } } } },
  },
  lowerCaseBearer: {
    refuse: { options: { choices: { requests: { lowerCaseBearer: 'refuse' } } } },
    accept: { options: { choices: { requests: { lowerCaseBearer: 'accept' } } } },
  },
  missingStatus: {
    400: { options: { choices: { requests: { missingStatus: 400 } } } },
    422: { options: { choices: { requests: { missingStatus: 422 } } } },
  },
  unknownRecordOnPut: {
    'after-validation': { options: { choices: { requests: { unknownRecordOnPut: 'after-validation' } } } },
    'before-validation': { options: { choices: { requests: { unknownRecordOnPut: 'before-validation' } } } },
  },
  fieldWording: {
    sentences: {},
    names: { options: { choices: { requests: { fieldWording: ({ field }) => field } } } },
    codes: {
      options: {
        choices: {
          requests: { fieldWording: ({ field, isMissing }) => `E_${isMissing ? 'MISSING' : 'INVALID'}:${field}` },
        },
      },
    },
  },
} as const satisfies Record<string, Factor>;

const datesIdsAndLists = {
  fractionDigits: {
    // the scaled wait between creation and change is shorter than a second
    0: {
      options: { choices: { dates: { fractionDigits: 0 } } },
      unverified: [{ cause: 'not-observable', rules: ['PAG-10'], extent: 'some' }],
    },
    3: { options: { choices: { dates: { fractionDigits: 3 } } } },
    6: { options: { choices: { dates: { fractionDigits: 6 } } } },
    varying: { options: { choices: { dates: { fractionDigits: 'varying' } } } },
  },
  slashZone: {
    utc: { options: { choices: { dates: { slashZone: 'utc' } } } },
    brasilia: { options: { choices: { dates: { slashZone: 'brasilia' } } } },
  },
  slashDayAbove12: {
    refuse: { options: { choices: { dates: { slashDayAbove12: 'refuse' } } } },
    swap: { options: { choices: { dates: { slashDayAbove12: 'swap' } } } },
  },
  uuidVersion: {
    4: { options: { choices: { ids: { uuidVersion: 4 } } } },
    7: { options: { choices: { ids: { uuidVersion: 7 } } } },
  },
  order: {
    shuffled: { options: { choices: { lists: { order: 'shuffled' } } } },
    'oldest-first': { options: { choices: { lists: { order: 'oldest-first' } } } },
    'newest-first': { options: { choices: { lists: { order: 'newest-first' } } } },
  },
  badPage: {
    'refuse-400': { options: { choices: { lists: { badPage: 'refuse-400' } } } },
    'refuse-422': {
      options: { choices: { lists: { badPage: 'refuse-422' } } },
      unverified: [{ cause: 'not-observable', rules: ['ERR-13'] }],
    },
    clamp: {
      options: { choices: { lists: { badPage: 'clamp' } } },
      warns: ['PAG-27'],
      unverified: [{ cause: 'not-observable', rules: ['ERR-13'] }],
    },
  },
  badPageSize: {
    'refuse-400': { options: { choices: { lists: { badPageSize: 'refuse-400' } } } },
    'refuse-422': { options: { choices: { lists: { badPageSize: 'refuse-422' } } } },
    clamp: { options: { choices: { lists: { badPageSize: 'clamp' } } }, warns: ['PAG-27'] },
  },
  badUpdatedAt: {
    ignore: { options: { choices: { lists: { badUpdatedAt: 'ignore' } } } },
    'refuse-400': { options: { choices: { lists: { badUpdatedAt: 'refuse-400' } } } },
    'refuse-422': { options: { choices: { lists: { badUpdatedAt: 'refuse-422' } } } },
  },
} as const satisfies Record<string, Factor>;

const records = {
  puts: {
    partial: { options: { choices: { records: { puts: 'partial' } } } },
    full: { options: { choices: { records: { puts: 'full' } } } },
  },
  deletion: {
    physical: { options: { choices: { records: { deletion: 'physical' } } } },
    logical: { options: { choices: { records: { deletion: 'logical' } } } },
  },
  resend: {
    unchanged: { options: { choices: { records: { resend: 'unchanged' } } } },
    updated: { options: { choices: { records: { resend: 'updated' } } } },
  },
  phoneForm: {
    'as-sent': { options: { choices: { customers: { phoneForm: 'as-sent' } } } },
    digits: { options: { choices: { customers: { phoneForm: 'digits' } } } },
  },
  madeByOrders: {
    true: { options: { choices: { customers: { madeByOrders: true } } } },
    false: { options: { choices: { customers: { madeByOrders: false } } } },
  },
  withoutProvider: {
    'own-identity': { options: { choices: { products: { withoutProvider: 'own-identity' } } } },
    'any-provider': { options: { choices: { products: { withoutProvider: 'any-provider' } } } },
  },
  missingOnDelete: {
    list: { options: { choices: { users: { missingOnDelete: 'list' } } } },
    text: { options: { choices: { users: { missingOnDelete: 'text' } } } },
  },
} as const satisfies Record<string, Factor>;

const ordersAndCoupons = {
  processingEntersOnHoldFlow: {
    true: { options: { choices: { orders: { processingEntersOnHoldFlow: true } } } },
    false: { options: { choices: { orders: { processingEntersOnHoldFlow: false } } } },
  },
  canceledEntersFlows: {
    true: { options: { choices: { orders: { canceledEntersFlows: true } } } },
    false: { options: { choices: { orders: { canceledEntersFlows: false } } } },
  },
  awaitingCoupon: {
    oldest: { options: { choices: { orders: { awaitingCoupon: 'oldest' } } } },
    newest: { options: { choices: { orders: { awaitingCoupon: 'newest' } } } },
  },
  couponUsed: {
    code: { options: { choices: { orders: { couponUsed: 'code' } } } },
    id: { options: { choices: { orders: { couponUsed: 'id' } } } },
    object: { options: { choices: { orders: { couponUsed: 'object' } } } },
    null: { options: { choices: { orders: { couponUsed: 'null' } } } },
  },
  flowDelaySeconds: {
    none: { options: { choices: { orders: { flowDelaySeconds: 0 } } } },
    some: { options: { choices: { orders: { flowDelaySeconds: 5 } } } },
  },
  typeWhenAbsent: {
    percent: { options: { choices: { coupons: { typeWhenAbsent: 'percent' } } } },
    fixed_cart: { options: { choices: { coupons: { typeWhenAbsent: 'fixed_cart' } } } },
  },
  giftback: {
    percent: { options: { choices: { coupons: { giftback: 'percent' } } } },
    'share-of-purchase': { options: { choices: { coupons: { giftback: 'share-of-purchase' } } } },
  },
  generatedCodes: {
    plain: { options: { choices: { coupons: { generatedCodes: 'plain' } } } },
    'needs-encoding': { options: { choices: { coupons: { generatedCodes: 'needs-encoding' } } } },
  },
  validAfterManualUse: {
    true: { options: { choices: { coupons: { validAfterManualUse: true } } } },
    false: { options: { choices: { coupons: { validAfterManualUse: false } } } },
  },
  validAfterExpiry: {
    true: { options: { choices: { coupons: { validAfterExpiry: true } } } },
    false: { options: { choices: { coupons: { validAfterExpiry: false } } } },
  },
  sameCodeAgain: {
    'keep-first': { options: { choices: { coupons: { sameCodeAgain: 'keep-first' } } } },
    replace: { options: { choices: { coupons: { sameCodeAgain: 'replace' } } } },
    'keep-both': { options: { choices: { coupons: { sameCodeAgain: 'keep-both' } } } },
    'refuse-422': { options: { choices: { coupons: { sameCodeAgain: 'refuse-422' } } } },
  },
  putUnknownCodeStatus: {
    404: { options: { choices: { coupons: { putUnknownCodeStatus: 404 } } } },
    422: { options: { choices: { coupons: { putUnknownCodeStatus: 422 } } } },
  },
  orderWithoutCoupon: {
    404: { options: { choices: { coupons: { orderWithoutCoupon: '404' } } } },
    422: { options: { choices: { coupons: { orderWithoutCoupon: '422' } } } },
    'null-200': { options: { choices: { coupons: { orderWithoutCoupon: 'null-200' } } } },
  },
  cancelledGiftback: {
    gone: { options: { choices: { coupons: { cancelledGiftback: 'gone' } } } },
    'kept-with-deletion-date': { options: { choices: { coupons: { cancelledGiftback: 'kept-with-deletion-date' } } } },
  },
  cancellationDelaySeconds: {
    none: { options: { choices: { coupons: { cancellationDelaySeconds: 0 } } } },
    some: { options: { choices: { coupons: { cancellationDelaySeconds: 10 } } } },
  },
  sharedExternalId: {
    number: { options: { choices: { coupons: { sharedExternalId: 'number' } } } },
    text: { options: { choices: { coupons: { sharedExternalId: 'text' } } } },
  },
  sharedByExternalId: {
    found: { options: { choices: { coupons: { sharedByExternalId: 'found' } } } },
    'not-found': { options: { choices: { coupons: { sharedByExternalId: 'not-found' } } } },
  },
} as const satisfies Record<string, Factor>;

const webhooks = {
  secondRegistration: {
    replaces: { options: { choices: { webhooks: { secondRegistration: 'replaces' } } } },
    updates: { options: { choices: { webhooks: { secondRegistration: 'updates' } } } },
    'refuses-422': { options: { choices: { webhooks: { secondRegistration: 'refuses-422' } } } },
  },
  pendingFollowsRegistration: {
    true: { options: { choices: { webhooks: { pendingFollowsRegistration: true } } } },
    false: { options: { choices: { webhooks: { pendingFollowsRegistration: false } } } },
  },
  queueDelaySeconds: {
    none: { options: { choices: { webhooks: { queueDelaySeconds: 0 } } } },
    one: { options: { choices: { webhooks: { queueDelaySeconds: 1 } } } },
    // doubled, it is still within the seconds that a profile grants by default
    some: { options: { choices: { webhooks: { queueDelaySeconds: 9 } } } },
  },
  queueJitterShare: {
    none: { options: { choices: { webhooks: { queueJitterShare: 0 } } } },
    'up to double': { options: { choices: { webhooks: { queueJitterShare: 1 } } } },
  },
  backoffJitterShare: {
    none: { options: { choices: { webhooks: { backoffJitterShare: 0 } } } },
    'a quarter': { options: { choices: { webhooks: { backoffJitterShare: 0.25 } } } },
  },
  webhookFraming: {
    'content-length': { options: { choices: { webhooks: { framing: 'content-length' } } } },
    chunked: { options: { choices: { webhooks: { framing: 'chunked' } } } },
  },
  webhookConnection: {
    'keep-alive': { options: { choices: { webhooks: { connection: 'keep-alive' } } } },
    close: { options: { choices: { webhooks: { connection: 'close' } } } },
  },
} as const satisfies Record<string, Factor>;

const dialects = {
  dialect: { plain: { options: { dialect: 'plain' } }, foreign: { options: { dialect: 'foreign' } } },
} as const satisfies Record<string, Factor>;

/** Everything that the platform's choices name, by the name that they have for it. */
export const factors: Readonly<Record<string, Factor>> = {
  ...answers,
  ...requests,
  ...datesIdsAndLists,
  ...records,
  ...ordersAndCoupons,
  ...webhooks,
  ...dialects,
};
