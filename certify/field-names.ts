import { z } from 'zod';

/** Names that the document does not show, as the platform of a session has them unless a partner's file says otherwise. */
export const usualNames = {
  /** Of the registration: carries the receiver's URL. */
  webhookUrl: 'targetUrl',
  /** Of an order or an abandoned cart: the customer. */
  orderCustomer: 'customer',
  customerAddress: 'address',
  orderTotal: 'total',
};

const name = z.string().regex(/^\w+$/);

/** Fields in any body that hold what obligations judge, besides those whose names show it. */
const held = z.array(name).exactOptional();

export const fieldNamesSchema = z.strictObject({
  webhookUrl: name.default(usualNames.webhookUrl),
  orderCustomer: name.default(usualNames.orderCustomer),
  customerAddress: name.default(usualNames.customerAddress),
  orderTotal: name.default(usualNames.orderTotal),
  phones: held,
  dates: held,
  amounts: held,
});

export type FieldNames = z.output<typeof fieldNamesSchema>;
