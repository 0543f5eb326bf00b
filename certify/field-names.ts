import { z } from 'zod';
import { openRoutes, shownRoutes } from '../platform/routes.ts';

/** Names that the document does not show, as the platform of a session has them unless a partner's file says otherwise. */
export const usualNames = {
  /** Of the registration: carries the receiver's URL. */
  webhookUrl: 'targetUrl',
  /** Of an order or an abandoned cart: the customer. */
  orderCustomer: 'customer',
  customerAddress: 'address',
  orderTotal: 'total',
  storeName: 'name',
};

const name = z.string().regex(/^\w+$/);

/** Fields in any body that hold what obligations judge, besides those whose names show it. */
const held = z.array(name).exactOptional();

const shape = (path: string): string => path.replaceAll(/:\w+/g, ':');
const shown = new Set(shownRoutes.map(shape));

/** Paths of routes that the document does not show, where the software asks for them elsewhere than the platform of a session. */
const paths = z
  .partialRecord(z.enum(openRoutes), z.string().regex(/^(\/(:\w+|[\w.-]+))+$/, 'expected a path such as /clients/new'))
  .superRefine((declared, { addIssue }) => {
    for (const [route, path = ''] of Object.entries(declared)) {
      const [method] = route.split(' ');
      const own = shape(`${method} ${path}`);
      const wanted = route.includes(':') ? 1 : 0;
      if (own.split(':').length - 1 !== wanted) {
        addIssue({
          code: 'custom',
          path: [route],
          message: `expected ${wanted === 0 ? 'no parameter' : 'one parameter'} as in ${route}`,
        });
      }
      if (shown.has(own))
        addIssue({ code: 'custom', path: [route], message: `the document shows ${method} ${path} for something else` });
    }
  })
  .exactOptional();

export const fieldNamesSchema = z.strictObject({
  webhookUrl: name.default(usualNames.webhookUrl),
  orderCustomer: name.default(usualNames.orderCustomer),
  customerAddress: name.default(usualNames.customerAddress),
  orderTotal: name.default(usualNames.orderTotal),
  storeName: name.default(usualNames.storeName),
  phones: held,
  dates: held,
  amounts: held,
  paths,
});

export type FieldNames = z.output<typeof fieldNamesSchema>;
