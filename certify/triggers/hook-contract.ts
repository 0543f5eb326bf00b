import { z } from 'zod';
import type { PartnerCapability } from '../../suites/partner/record.ts';

/** What one action asks of a partner's software. */
interface ContractedAction {
  /** What the software does. */
  summary: string;
  /** Names the capability that has the action asked for. */
  capability: PartnerCapability;
  parameters: z.ZodObject;
  /** Names what the answer tells besides that it was taken on. */
  answers: readonly ('id' | 'code')[];
  /** Says whether the software has to call the platform for it. */
  calls: boolean;
}

const id = z.string().describe('The id that the software answered when it made the record.');
const again = z.object({ id: id.optional().describe('Send that record again, as it was. Make a new one without it.') });
const onRecord = z.object({ id });
const onCoupon = z.object({ code: z.string().describe('The code of the coupon.') });
const none = z.object({});

/** Every action that a partner's software may be asked for. */
export const hookContract = {
  'register-webhook': {
    summary: 'Register the webhook at the platform',
    capability: 'webhooks',
    parameters: none,
    answers: ['id'],
    calls: true,
  },
  'change-webhook': {
    summary: 'Change the registration, for instance to another bearer',
    capability: 'webhooks',
    parameters: none,
    answers: ['id'],
    calls: true,
  },
  'create-customer': {
    summary: 'Create a customer and send it',
    capability: 'customers',
    parameters: again,
    answers: ['id'],
    calls: true,
  },
  'update-customer': {
    summary: 'Change a customer and send it',
    capability: 'customers',
    parameters: onRecord,
    answers: ['id'],
    calls: true,
  },
  'create-product': {
    summary: 'Create a product and send it',
    capability: 'products',
    parameters: again,
    answers: ['id'],
    calls: true,
  },
  'create-store': {
    summary: 'Create a store and send it',
    capability: 'stores',
    parameters: again,
    answers: ['id'],
    calls: true,
  },
  'create-cart': {
    summary: 'Fill a cart, abandon it, and send it',
    capability: 'carts',
    parameters: again,
    answers: ['id'],
    calls: true,
  },
  'create-order': {
    summary: 'Create an order and send it',
    capability: 'orders',
    parameters: again.extend({
      status: z.string().optional().describe('The status of the order; `completed` without it.'),
      phone: z.string().optional().describe('The phone of the customer, in E.164; any customer without it.'),
      couponCode: z.string().optional().describe('A coupon that the order uses.'),
    }),
    answers: ['id'],
    calls: true,
  },
  'pay-order': {
    summary: 'Mark an order as paid and send the change',
    capability: 'orders',
    parameters: onRecord,
    answers: ['id'],
    calls: true,
  },
  'cancel-order': {
    summary: 'Cancel an order and send the change',
    capability: 'orders',
    parameters: onRecord,
    answers: ['id'],
    calls: true,
  },
  redeem: {
    summary: 'Use a coupon for a paid order and send the order',
    capability: 'redemption',
    parameters: onCoupon.extend({
      id: id.optional().describe('The order that uses the coupon; a new one without it.'),
      total: z.number().optional().describe('What a new order is worth.'),
    }),
    answers: ['id'],
    calls: true,
  },
  'make-coupon': {
    summary: 'Create a coupon in the software alone, without registering it',
    capability: 'redemption',
    parameters: none,
    answers: ['id', 'code'],
    calls: false,
  },
  'register-coupon': {
    summary: 'Create a coupon and register it at the platform',
    capability: 'coupons',
    parameters: none,
    answers: ['id', 'code'],
    calls: true,
  },
  'register-shared-coupon': {
    summary: 'Create a coupon for everybody and register it at the platform',
    capability: 'shared-coupons',
    parameters: none,
    answers: ['id', 'code'],
    calls: true,
  },
  'lower-coupon': {
    summary: 'Mark a coupon as used by hand and send the change',
    capability: 'lowering',
    parameters: onCoupon,
    answers: ['id'],
    calls: true,
  },
  synchronise: {
    summary: 'Read a list of the platform to its end',
    capability: 'lists',
    parameters: z.object({
      list: z.enum(['products']).describe('The list to read.'),
      since: z.string().optional().describe('Read what was created since this date and time.'),
      changedSince: z.string().optional().describe('Read what has changed since this date and time.'),
      pageSize: z.int().min(1).max(50).optional().describe('How many records a page holds.'),
    }),
    answers: [],
    calls: true,
  },
  'read-coupons-config': {
    summary: 'Read the coupons configuration',
    capability: 'coupons-config',
    parameters: none,
    answers: [],
    calls: true,
  },
} as const satisfies Readonly<Record<string, ContractedAction>>;

/** What a partner can be made to do. */
export type ActionName = keyof typeof hookContract;
