import type { FractionDigits } from './dates/instant.ts';
import type { OpenRoute } from './routes.ts';

/** A field of a body that cannot be accepted. */
export interface FieldProblem {
  /** Path of the field with dots, for example `customer.phone`. */
  field: string;
  /** What the field must be. */
  expected: string;
  isMissing: boolean;
}

/** What the document leaves open: any combination of these values is a legal platform. */
export interface Choices {
  answers: {
    writes: 'echo' | 'stored' | 'empty-object';
    /** Whether the answer to a write has an `id`. The one to `POST /webhooks` always has. */
    writesCarryId: boolean;
    headerCasing: 'lower' | 'title';
    framing: 'content-length' | 'chunked';
    /** Compresses answers for callers that accept gzip. */
    gzip: boolean;
    connection: 'keep-alive' | 'close';
    delayMs: number;
    /** Separates the messages when a request breaks several business rules. */
    ruleSeparator: string;
    /** Adds meaningless fields to the documented ones. */
    extraFields: { records: boolean; errors: boolean; payloads: boolean };
  };
  requests: {
    maxBodyBytes: number;
    /** A path that returns the internal error, because a healthy platform has no other way to show one. */
    internalErrorPath: string;
    numbersAsText: 'refuse-400' | 'accept';
    badTokenStatus: 401 | 403 | 404;
    lowerCaseBearer: 'refuse' | 'accept';
    missingStatus: 400 | 422;
    /** Whether a PUT looks for the record before or after it validates the body, if an unknown record is 404. */
    unknownRecordOnPut: 'after-validation' | 'before-validation';
    fieldWording(problem: FieldProblem): string;
  };
  dates: {
    fractionDigits: FractionDigits;
    slashZone: 'utc' | 'brasilia';
    slashDayAbove12: 'refuse' | 'swap';
  };
  ids: { uuidVersion: 4 | 7 };
  lists: {
    /** `shuffled`: a random order, in which two records never change places. */
    order: 'shuffled' | 'oldest-first' | 'newest-first';
    badPage: 'refuse-400' | 'refuse-422' | 'clamp';
    badPageSize: 'refuse-400' | 'refuse-422' | 'clamp';
    badUpdatedAt: 'ignore' | 'refuse-400' | 'refuse-422';
  };
  records: {
    /** `full`: a PUT needs what the POST needs and resets what it leaves out. Coupons are always partial. */
    puts: 'partial' | 'full';
    /** `logical`: a record posted again after its deletion comes back under its old id. */
    deletion: 'physical' | 'logical';
    /** What happens when a store, a cart or an order with a known externalId is posted again. */
    resend: 'unchanged' | 'updated';
  };
  customers: {
    phoneForm: 'as-sent' | 'digits';
    madeByOrders: boolean;
  };
  products: {
    /** Whether a product sent without provider is the known product of that name, whatever its provider. */
    withoutProvider: 'own-identity' | 'any-provider';
  };
  users: { missingOnDelete: 'list' | 'text' };
  orders: {
    processingEntersOnHoldFlow: boolean;
    canceledEntersFlows: boolean;
    awaitingCoupon: 'oldest' | 'newest';
    couponUsed: 'code' | 'id' | 'object' | 'null';
    /** Documented seconds between an order's new status and the run of its flows. */
    flowDelaySeconds: number;
  };
  coupons: {
    typeWhenAbsent: 'percent' | 'fixed_cart';
    giftback: 'percent' | 'share-of-purchase';
    generatedCodes: 'plain' | 'needs-encoding';
    validAfterManualUse: boolean;
    validAfterExpiry: boolean;
    validBeforeStart: boolean;
    sameCodeAgain: 'keep-first' | 'replace' | 'keep-both' | 'refuse-422';
    putUnknownCodeStatus: 404 | 422;
    orderWithoutCoupon: '404' | '422' | 'null-200';
    /** What lookups of a canceled giftback return, other than the one by code. */
    canceledGiftback: 'gone' | 'kept-with-deletion-date';
    /** Documented seconds between a new giftback and the cancellation of the earlier ones. */
    cancellationDelaySeconds: number;
    sharedExternalId: 'number' | 'text';
    sharedByExternalId: 'found' | 'not-found';
  };
  webhooks: {
    secondRegistration: 'replaces' | 'updates' | 'refuses-422';
    /** Whether a pending notification follows later changes of the registration. */
    pendingFollowsRegistration: boolean;
    /** Documented seconds between the cause and the first attempt. */
    queueDelaySeconds: number;
    /** Share of the queue delay by which it varies, up to double at 1. */
    queueJitterShare: number;
    /** The largest share of each backoff that is added to it. */
    backoffJitterShare: number;
    /** The smallest timeout in real milliseconds, on any time scale. */
    timeoutFloorMs: number;
    /** Attempts to one origin at the same time. The others wait. */
    maxInFlight: number;
    framing: 'content-length' | 'chunked';
    connection: 'keep-alive' | 'close';
  };
  /** Names of fields that the document does not show. */
  fields: {
    webhookUrl: string;
    /** The customer in an order or an abandoned cart. */
    orderCustomer: string;
    customerAddress: string;
    orderTotal: string;
    storeName: string;
  };
  /** Where an open route is served. */
  pathOf(route: OpenRoute): string;
  absentRoutes: OpenRoute[];
}

/** Awkward on purpose where the document allows it, so that checks rely on nothing undocumented. */
export const awkwardChoices: Choices = {
  answers: {
    writes: 'echo',
    writesCarryId: false,
    headerCasing: 'lower',
    framing: 'content-length',
    gzip: false,
    connection: 'keep-alive',
    delayMs: 0,
    ruleSeparator: ', ',
    extraFields: { records: true, errors: true, payloads: true },
  },
  requests: {
    maxBodyBytes: 1_048_576,
    internalErrorPath: '/internal-error',
    numbersAsText: 'refuse-400',
    badTokenStatus: 401,
    lowerCaseBearer: 'refuse',
    missingStatus: 400,
    unknownRecordOnPut: 'after-validation',
    fieldWording: ({ field, expected, isMissing }) =>
      isMissing ? `"${field}" is missing: it must be ${expected}` : `"${field}" is not ${expected}`,
  },
  dates: {
    fractionDigits: 'varying',
    slashZone: 'utc',
    slashDayAbove12: 'refuse',
  },
  ids: { uuidVersion: 4 },
  lists: {
    order: 'shuffled',
    badPage: 'refuse-400',
    badPageSize: 'refuse-422',
    badUpdatedAt: 'ignore',
  },
  records: { puts: 'partial', deletion: 'physical', resend: 'unchanged' },
  customers: { phoneForm: 'digits', madeByOrders: true },
  products: { withoutProvider: 'own-identity' },
  users: { missingOnDelete: 'list' },
  orders: {
    processingEntersOnHoldFlow: false,
    canceledEntersFlows: true,
    awaitingCoupon: 'newest',
    couponUsed: 'object',
    flowDelaySeconds: 0,
  },
  coupons: {
    typeWhenAbsent: 'percent',
    giftback: 'percent',
    generatedCodes: 'plain',
    validAfterManualUse: true,
    validAfterExpiry: false,
    validBeforeStart: false,
    sameCodeAgain: 'keep-first',
    putUnknownCodeStatus: 404,
    orderWithoutCoupon: '404',
    canceledGiftback: 'gone',
    cancellationDelaySeconds: 0,
    sharedExternalId: 'number',
    sharedByExternalId: 'not-found',
  },
  webhooks: {
    secondRegistration: 'replaces',
    pendingFollowsRegistration: true,
    queueDelaySeconds: 1,
    queueJitterShare: 0.2,
    backoffJitterShare: 0,
    timeoutFloorMs: 0,
    maxInFlight: 256,
    framing: 'content-length',
    connection: 'keep-alive',
  },
  fields: {
    webhookUrl: 'targetUrl',
    orderCustomer: 'customer',
    customerAddress: 'address',
    orderTotal: 'total',
    storeName: 'name',
  },
  pathOf: (route) => route.slice(route.indexOf('/')),
  absentRoutes: [],
};
