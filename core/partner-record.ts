import { z } from 'zod';
import { headersSchema, lostKindSchema } from './exchange.ts';

const ms = z.number();
/** Why there is no answer. */
const lost = lostKindSchema.extract(['time-out', 'reset', 'refused']);

/** A call of the partner, with what the platform answered. */
export const partnerCallSchema = z.strictObject({
  number: z.int().positive(),
  /** Of its arrival, in ms since the session began. */
  atMs: ms,
  tookMs: ms,
  method: z.string(),
  /** Path and query as they went over the wire. */
  path: z.string(),
  /** Names in lower case; a credential of the session stands as `«name»`. */
  headers: headersSchema,
  /** The address that it came from, as the connection shows it: that of a proxy where one stands between. */
  from: z.string().exactOptional(),
  body: z.string(),
  /** The status and body that the partner got; `lost`: it got none. */
  answer: z.union([z.strictObject({ status: z.int(), body: z.string() }), z.strictObject({ lost })]),
  /** What the scenario did to this call: the number of an entry in the ledger. */
  fault: z.int().positive().exactOptional(),
});

/** One POST of a notification to the partner's receiver, with what that answered. */
export const partnerAttemptSchema = z.strictObject({
  number: z.int().positive(),
  atMs: ms,
  tookMs: ms,
  /** Path of the receiver. */
  path: z.string(),
  headers: headersSchema,
  body: z.string(),
  /** The coupon's code, as the body has it. */
  code: z.string(),
  answer: z.union([z.strictObject({ status: z.int() }), z.strictObject({ lost })]),
  fault: z.int().positive().exactOptional(),
});

/** What the partner's software was made to do. */
export const actionSchema = z.strictObject({
  number: z.int().positive(),
  scenario: z.string(),
  action: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  fromMs: ms,
  /** When the partner said that it had finished. */
  toMs: ms,
  /** It was waited for until nothing of it, or of what came before, was under way; left out where it was not. */
  isSettled: z.literal(true).exactOptional(),
  outcome: z.enum(['done', 'cannot', 'failed']),
  /** The partner's own id of what it made. */
  id: z.string().exactOptional(),
  /** Of the coupon that it made. */
  code: z.string().exactOptional(),
  /** What it said when it failed or cannot. */
  message: z.string().exactOptional(),
});

/** A coupon that the platform made and notified, as its lookup by code shows it. */
export const madeCouponSchema = z.strictObject({
  code: z.string(),
  id: z.string(),
  /** Of the order that it came from, by the service and by the partner; null without one. */
  orderId: z.string().nullable(),
  orderExternalId: z.string().nullable(),
  type: z.string(),
  amount: z.number(),
  minPurchaseValue: z.number(),
  acumulative: z.boolean(),
  expiryDate: z.string(),
  phone: z.string(),
  madeMs: ms,
  /** When a newer giftback took its place. */
  cancelledMs: ms.nullable(),
});

/** A coupon as the partner says that it holds it. */
export const heldCouponSchema = z.strictObject({
  code: z.string(),
  /** The partner's own id. */
  id: z.string(),
  type: z.string().exactOptional(),
  amount: z.number().exactOptional(),
  minPurchaseValue: z.number().exactOptional(),
  /** Whether it combines with other promotions. */
  combinable: z.boolean().exactOptional(),
  /** Null where it never expires. */
  expiryDate: z.string().nullable().exactOptional(),
  /** Of the customer whose coupon it is; null where anybody may use it. */
  phone: z.string().nullable().exactOptional(),
});

/** What the partner said that it holds. */
export const stateSchema = z.strictObject({
  /** The action after which it was asked; 0 before any. */
  after: z.int().nonnegative(),
  atMs: ms,
  coupons: z.array(heldCouponSchema),
});

/** What a scenario did to the partner, so that it can be reported from what the platform does by itself. */
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
  /** The call or the attempt that it hit; null when it hit none. */
  call: z.int().positive().nullable(),
  attempt: z.int().positive().nullable(),
});

/** One play of a scenario: all that came from then on until the next play began belongs to it. */
export const playSchema = z.strictObject({
  scenario: z.string(),
  fromMs: ms,
  /** It cannot be played again with fresh data: what it shows once is certain. */
  isOnce: z.literal(true).exactOptional(),
});

/** What a partner's software can do; what it is not declared to do must not be required. */
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
] as const;
export const capabilitySchema = z.enum(capabilities, {
  error: ({ input }) => (input === 'lowering' ? '"lowering" has a new name: use "mark-used"' : undefined),
});
export type PartnerCapability = z.output<typeof capabilitySchema>;

/** Everything that a session saw of a partner: what its obligations are judged by, now and whenever it is read again. */
export const partnerRecordSchema = z.strictObject({
  capabilities: z.array(capabilitySchema),
  /** The moment at which all `ms` of the record are 0; without it nothing can be said of dates. */
  startedAt: z.iso.datetime().exactOptional(),
  /** Where it broke off in the middle of a scenario: what came since that began is kept and not judged. */
  judgedUntilMs: ms.exactOptional(),
  /** When and how the partner's process, which the session had started, ended by itself; left out where it did not. */
  died: z.strictObject({ atMs: ms, how: z.string() }).exactOptional(),
  /** When the session was ended because the partner sent more requests than any correct one needs. */
  stormMs: ms.exactOptional(),
  /** When nothing listened at the partner's hooks any more that had, and no restart was asked for: what it was doing. */
  gone: z.array(z.strictObject({ atMs: ms, how: z.string() })).exactOptional(),
  /** When the partner last said, before `judgedUntilMs`, that nothing was under way. */
  idleMs: ms.exactOptional(),
  /** Real seconds that a documented second takes. */
  timeScale: z.number(),
  /** How long the platform waits for a receiver, in ms. */
  receiverMs: ms,
  /** Names that the document does not show: of the second header, and of fields; records of earlier versions name two. */
  names: z.strictObject({
    accessHeader: z.string(),
    webhookUrl: z.string(),
    orderCustomer: z.string().exactOptional(),
    customerAddress: z.string().exactOptional(),
    orderTotal: z.string().exactOptional(),
    storeName: z.string().exactOptional(),
    phones: z.array(z.string()).exactOptional(),
    dates: z.array(z.string()).exactOptional(),
    amounts: z.array(z.string()).exactOptional(),
    /** Where the partner asks for routes whose paths the document does not show; its calls have the usual paths. */
    paths: z.record(z.string(), z.string()).exactOptional(),
  }),
  /** Each time that a scenario was played to its end; records of earlier versions do not say. */
  plays: z.array(playSchema).exactOptional(),
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
export type HeldCoupon = z.output<typeof heldCouponSchema>;
export type PartnerPlay = z.output<typeof playSchema>;
export type FaultEntry = z.output<typeof faultEntrySchema>;

/** Marks of the session's credentials in headers and bodies. */
export const marks = { token: '«PARTNER_TOKEN»', accessKey: '«PARTNER_ACCESS_KEY»', bearer: '«WEBHOOK_BEARER»' };

/** Ends a body that was too long to be kept whole. */
export const cutMark = '… (cut)';
