import { z } from 'zod';
import { headersSchema, lostKindSchema } from './exchange.ts';

const ms = z.number();
/** Only in what belongs to the second company of a session. */
const otherCompany = z.literal('second');
export type OtherCompany = z.output<typeof otherCompany>;
const lost = lostKindSchema.extract(['time-out', 'reset', 'refused']);

/** A call of the partner, with what the platform answered. */
export const partnerCallSchema = z.strictObject({
  number: z.int().positive(),
  /** Time of arrival, in ms since the session began. */
  atMs: ms,
  tookMs: ms,
  method: z.string(),
  /** Path and query as sent. */
  path: z.string(),
  /** Names in lower case; a credential of the session is replaced by `«name»`. */
  headers: headersSchema,
  /** The address of the connection, which may be that of a proxy. */
  from: z.string().exactOptional(),
  body: z.string(),
  answer: z.union([z.strictObject({ status: z.int(), body: z.string() }), z.strictObject({ lost })]),
  /** Number of the entry in `faults`, if the scenario changed the answer to this call. */
  fault: z.int().positive().exactOptional(),
});

/** One POST of a notification to the partner's receiver, with its answer. */
export const partnerAttemptSchema = z.strictObject({
  number: z.int().positive(),
  atMs: ms,
  tookMs: ms,
  path: z.string(),
  headers: headersSchema,
  body: z.string(),
  /** The coupon code in the body. */
  code: z.string(),
  company: otherCompany.exactOptional(),
  answer: z.union([z.strictObject({ status: z.int() }), z.strictObject({ lost })]),
  fault: z.int().positive().exactOptional(),
});

/** An action that a scenario asked of the partner's software. */
export const actionSchema = z.strictObject({
  number: z.int().positive(),
  scenario: z.string(),
  action: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  fromMs: ms,
  /** When the partner reported that it had finished. */
  toMs: ms,
  /** Selo waited until this action and all earlier ones had no request under way. */
  isSettled: z.literal(true).exactOptional(),
  outcome: z.enum(['done', 'cannot', 'failed']),
  /** The partner's own id of the record that it created. */
  id: z.string().exactOptional(),
  /** The code of the coupon that it created. */
  code: z.string().exactOptional(),
  /** The partner's message for `cannot` or `failed`. */
  message: z.string().exactOptional(),
});

/** A coupon that the platform created and notified, as `GET /coupons/code/:code` shows it. */
export const madeCouponSchema = z.strictObject({
  code: z.string(),
  id: z.string(),
  /** The platform's id of the order behind the coupon; null without an order. */
  orderId: z.string().nullable(),
  /** The partner's id of that order. */
  orderExternalId: z.string().nullable(),
  type: z.string(),
  amount: z.number(),
  minPurchaseValue: z.number(),
  acumulative: z.boolean(),
  expiryDate: z.string(),
  phone: z.string(),
  company: otherCompany.exactOptional(),
  madeMs: ms,
  /** When a newer giftback replaced it. */
  cancelledMs: ms.nullable(),
});

/** A coupon as the partner reports it. */
export const heldCouponSchema = z.strictObject({
  code: z.string(),
  /** The partner's own id. */
  id: z.string(),
  type: z.string().exactOptional(),
  amount: z.number().exactOptional(),
  minPurchaseValue: z.number().exactOptional(),
  /** Whether it combines with other promotions. */
  combinable: z.boolean().exactOptional(),
  /** Null if it never expires. */
  expiryDate: z.string().nullable().exactOptional(),
  /** Phone of the only customer who may use it; null if anybody may. */
  phone: z.string().nullable().exactOptional(),
});

/** The coupons that the partner reported. */
export const stateSchema = z.strictObject({
  /** Number of the action before the report; 0 before the first action. */
  after: z.int().nonnegative(),
  atMs: ms,
  coupons: z.array(heldCouponSchema),
  /**
   * The codes that the partner has no longer. With this key, `coupons` has only those that differ from the report before;
   * without it, all of them.
   */
  gone: z.array(z.string()).exactOptional(),
});

/** A fault that a scenario caused on purpose, to distinguish it from the platform's own behavior. */
export const faultEntrySchema = z.strictObject({
  number: z.int().positive(),
  scenario: z.string(),
  kind: z.enum([
    'answered 500',
    'answered 404',
    'answered 400',
    'answered 422',
    'answered 401',
    'answered 403',
    'answered 429',
    'answered 503',
    'answered without id',
    'echoed',
    'reset',
    'stored, then no answer',
    'stored, then reset',
    'slow',
    'changed list',
    'repeated',
    'repeated in another form',
    'late repeat',
    'acknowledgment lost',
    'wrong bearer',
    'no bearer',
    'unknown fields',
    'inactive configuration',
    'overtaken',
  ]),
  /** Number of the affected call; null if none was affected. */
  call: z.int().positive().nullable(),
  /** Number of the affected attempt; null if none was affected. */
  attempt: z.int().positive().nullable(),
});

/** One play of a scenario. It lasts until the next play begins. */
const playSchema = z.strictObject({
  scenario: z.string(),
  fromMs: ms,
  /** The scenario cannot be played again with fresh data, so one failure is certain. */
  isOnce: z.literal(true).exactOptional(),
});

/** What a partner's software can do. An obligation of an undeclared capability is not required. */
export const capabilities = [
  'webhooks',
  'orders',
  'redemption',
  'coupons',
  'shared-coupons',
  'mark-used',
  'carts',
  'stores',
  'customers',
  'products',
  'lists',
  'coupons-config',
  'several-companies',
] as const;
export const capabilitySchema = z.enum(capabilities, {
  error: ({ input }) => (input === 'lowering' ? '"lowering" has a new name: use "mark-used"' : undefined),
});
export type PartnerCapability = z.output<typeof capabilitySchema>;

/** Everything that a session saw of a partner: the complete input of the obligations. */
export const partnerRecordSchema = z.strictObject({
  capabilities: z.array(capabilitySchema),
  /** The seed that the scenarios drew from. */
  seed: z.string(),
  /** The time at which all `ms` of the record are 0. */
  startedAt: z.iso.datetime(),
  /** Start of the scenario that was cut off: what came after it is recorded but not judged. */
  judgedUntilMs: ms.exactOptional(),
  /** When and how the partner's process ended by itself, if the session had started it. */
  died: z.strictObject({ atMs: ms, how: z.string() }).exactOptional(),
  /** When the session was ended because the partner sent more requests than any correct one needs. */
  stormMs: ms.exactOptional(),
  /** When the partner's hooks stopped listening without a requested restart, and what the partner was doing then. */
  gone: z.array(z.strictObject({ atMs: ms, how: z.string() })).exactOptional(),
  /** When the partner last reported, before `judgedUntilMs`, that nothing was under way. */
  idleMs: ms.exactOptional(),
  /** Real seconds per documented second. */
  timeScale: z.number().min(0.01).max(1),
  /** Timeout of the platform for a receiver, in ms. */
  receiverMs: ms,
  /** Names of the second header and of fields that the document does not show. */
  names: z.strictObject({
    accessHeader: z.string(),
    webhookUrl: z.string(),
    orderCustomer: z.string(),
    customerAddress: z.string(),
    orderTotal: z.string(),
    storeName: z.string(),
    phones: z.array(z.string()).exactOptional(),
    dates: z.array(z.string()).exactOptional(),
    amounts: z.array(z.string()).exactOptional(),
    /** The partner's paths for routes that the document does not show. The recorded calls have the usual paths. */
    paths: z.record(z.string(), z.string()).exactOptional(),
  }),
  /** Each complete play of a scenario. */
  plays: z.array(playSchema),
  calls: z.array(partnerCallSchema),
  attempts: z.array(partnerAttemptSchema),
  actions: z.array(actionSchema),
  coupons: z.array(madeCouponSchema),
  states: z.array(stateSchema),
  faults: z.array(faultEntrySchema),
});

export type PartnerRecord = z.output<typeof partnerRecordSchema>;
export type PartnerCall = z.output<typeof partnerCallSchema>;
export type PartnerAttempt = z.output<typeof partnerAttemptSchema>;
export type PartnerAction = z.output<typeof actionSchema>;
export type MadeCoupon = z.output<typeof madeCouponSchema>;
export type PartnerState = z.output<typeof stateSchema>;
export type HeldCoupon = z.output<typeof heldCouponSchema>;
export type PartnerPlay = z.output<typeof playSchema>;
export type FaultEntry = z.output<typeof faultEntrySchema>;

/** What replaces the credentials of the session in headers and bodies. */
export const marks = {
  token: '«PARTNER_TOKEN»',
  secondToken: '«PARTNER_SECOND_TOKEN»',
  accessKey: '«PARTNER_ACCESS_KEY»',
  bearer: '«WEBHOOK_BEARER»',
};

/** Ends a body that was too long to be kept whole. */
export const cutMark = '… (cut)';
