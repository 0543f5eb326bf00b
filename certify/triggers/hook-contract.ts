import { z } from 'zod';
import type { PartnerCapability } from '../../core/partner-record.ts';
import type { Route } from '../../core/routes.ts';

/** What one action requires of a partner's software. */
interface ContractedAction {
  /** What the software does. */
  summary: string;
  /** What has changed at the platform after the action, in one sentence. */
  changes: string;
  /** The capability that requires the action. */
  capability: PartnerCapability;
  parameters: z.ZodObject;
  /** The fields of the response. */
  answers: readonly ('id' | 'code')[];
  /** The software calls at least one of these routes. */
  sends: readonly Route[];
  /** Whether software with the capability may lack the action. */
  isOptional?: true;
}

/** A parameter of every action, if the software serves two companies of the platform. */
export const companyParameter = z.object({
  company: z
    .literal('second')
    .optional()
    .describe(
      'Act for the second company: with its token, about its records. Without it, act for the first one. Selo sends it only if the software declares `several-companies`.',
    ),
});

const id = z.string().describe('The id that the software answered when it made the record.');
const again = z.object({
  id: id.optional().describe('Send that record again, as the software has it now. Make a new one without it.'),
});
const onRecord = z.object({ id });
const onCoupon = z.object({ code: z.string().describe('The code of the coupon.') });
const none = z.object({});

/** Every action that Selo may ask of a partner's software. */
export const hookContract = {
  'register-webhook': {
    summary: 'Register the webhook at the platform',
    changes:
      'The platform has one registration, with the address of the receiver. A registration that is there already stays as it is: answer 200 or 409.',
    capability: 'webhooks',
    parameters: none,
    answers: ['id'],
    sends: ['POST /webhooks'],
  },
  'change-webhook': {
    summary: 'Change the registration, for instance to another bearer',
    changes:
      'The registration that is there has other values, and is still the only one. If no response showed its id, answer 409. What the platform refuses does not count: the bearer stays the one before.',
    capability: 'webhooks',
    parameters: none,
    answers: ['id'],
    sends: ['PUT /webhooks/:id'],
    isOptional: true,
  },
  'unregister-webhook': {
    summary: 'Remove the registration from the platform',
    changes: 'The platform has no registration, and notifies nothing any more.',
    capability: 'webhooks',
    parameters: none,
    answers: [],
    sends: ['DELETE /webhooks/:id'],
    isOptional: true,
  },
  'create-customer': {
    summary: 'Create a customer and send it',
    changes: 'The platform has the customer under the phone that the software holds. With `id`, nothing changes.',
    capability: 'customers',
    parameters: again,
    answers: ['id'],
    sends: ['POST /customers'],
  },
  'update-customer': {
    summary: 'Change a customer and send it',
    changes:
      'The customer has a new value in a field that the software sends, another one each time. No other customer has changed.',
    capability: 'customers',
    parameters: onRecord,
    answers: ['id'],
    sends: ['PUT /customers/:id'],
    isOptional: true,
  },
  'delete-customer': {
    summary: 'Delete a customer, at the platform as well',
    changes: 'The platform no longer has the customer. No other customer has changed.',
    capability: 'customers',
    parameters: onRecord,
    answers: [],
    sends: ['DELETE /customers/:id'],
    isOptional: true,
  },
  'create-product': {
    summary: 'Create a product and send it',
    changes: 'The platform has the product under its name. With `id`, nothing changes.',
    capability: 'products',
    parameters: again,
    answers: ['id'],
    sends: ['POST /products'],
  },
  'create-store': {
    summary: 'Create a store and send it',
    changes: 'The platform has the store under the id of the software. With `id`, it has no second one.',
    capability: 'stores',
    parameters: again,
    answers: ['id'],
    sends: ['POST /stores'],
  },
  'create-cart': {
    summary: 'Fill a cart, abandon it, and send it',
    changes: 'The platform has the abandoned cart under the id of the software. With `id`, it has no second one.',
    capability: 'carts',
    parameters: again,
    answers: ['id'],
    sends: ['POST /abandoned-carts'],
  },
  'create-order': {
    summary: 'Create an order and send it',
    changes:
      'The platform has the order under the id of the software, in that status. With `id`, it has no second one.',
    capability: 'orders',
    parameters: again.extend({
      status: z.string().optional().describe('The status of the order; `completed` without it.'),
      phone: z.string().optional().describe('The phone of the customer, in E.164; any customer without it.'),
      couponCode: z.string().optional().describe('A coupon that the order uses.'),
    }),
    answers: ['id'],
    sends: ['POST /orders'],
  },
  'pay-order': {
    summary: 'Mark an order as paid and send the change',
    changes: 'The order is `completed`. No other order has changed. If it is paid already, answer 200 or 409.',
    capability: 'orders',
    parameters: onRecord,
    answers: ['id'],
    sends: ['PUT /orders/:id'],
    isOptional: true,
  },
  'cancel-order': {
    summary: 'Cancel an order and send the change',
    changes: 'The order is `canceled`. No other order has changed. If it is canceled already, answer 200 or 409.',
    capability: 'orders',
    parameters: onRecord,
    answers: ['id'],
    sends: ['PUT /orders/:id', 'DELETE /orders/:id'],
    isOptional: true,
  },
  redeem: {
    summary: 'Use a coupon for an order and send the order',
    changes: 'The order was sent with the coupon as its `couponCode`.',
    capability: 'redemption',
    parameters: onCoupon.extend({
      id: id
        .optional()
        .describe('The order that uses the coupon, in the status that it has; a new one that is paid, without it.'),
      total: z
        .number()
        .optional()
        .describe('What a new order is worth. Its total is the same number, or what a discount leaves of it.'),
    }),
    answers: ['id'],
    sends: ['POST /orders', 'PUT /orders/:id'],
  },
  'make-coupon': {
    summary: 'Create a coupon only in the software, without registering it',
    changes: 'Nothing: the coupon is only in the software.',
    capability: 'redemption',
    parameters: none,
    answers: ['id', 'code'],
    sends: [],
  },
  'register-coupon': {
    summary: 'Create a coupon and register it at the platform',
    changes: 'The platform has the coupon under its code and the id of the software.',
    capability: 'coupons',
    parameters: none,
    answers: ['id', 'code'],
    sends: ['POST /coupons'],
  },
  'register-shared-coupon': {
    summary: 'Create a coupon for everybody and register it at the platform',
    changes: 'The platform has the coupon under its code.',
    capability: 'shared-coupons',
    parameters: none,
    answers: ['id', 'code'],
    sends: ['POST /coupons/shared'],
  },
  'mark-coupon-used': {
    summary: 'Mark a coupon as used by hand and send the change',
    changes: 'The coupon is used and awaits no order, which the document calls lowering. No other coupon has changed.',
    capability: 'mark-used',
    parameters: onCoupon,
    answers: ['id'],
    sends: ['PUT /coupons/:id', 'PUT /coupons/code/:code'],
  },
  synchronize: {
    summary: 'Read a list of the platform to its end',
    changes: 'Nothing: every page of the list was read.',
    capability: 'lists',
    parameters: z.object({
      list: z.enum(['products', 'customers']).describe('The list to read.'),
      since: z
        .string()
        .optional()
        .describe('Read what was created since this date and time. Without it, the list from its beginning.'),
      changedSince: z.string().optional().describe('Read what has changed since this date and time.'),
      pageSize: z.int().min(1).max(50).optional().describe('How many records a page holds.'),
    }),
    answers: [],
    sends: ['GET /products', 'GET /customers'],
  },
  'read-coupons-config': {
    summary: 'Read the coupons configuration',
    changes: 'Nothing: the configuration was read.',
    capability: 'coupons-config',
    parameters: none,
    answers: [],
    sends: ['GET /coupons-config'],
  },
} as const satisfies Readonly<Record<string, ContractedAction>>;

export type ActionName = keyof typeof hookContract;
