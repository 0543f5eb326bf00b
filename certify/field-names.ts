import { z } from 'zod';
import { isObject } from '../core/json.ts';
import { openRoutes, shownRoutes } from '../platform/routes.ts';

/** Names that the document does not show. The platform of a session uses them unless a partner's file has others. */
export const usualNames = {
  /** In a registration: the receiver's URL. */
  webhookUrl: 'targetUrl',
  /** In an order or an abandoned cart: the customer. */
  orderCustomer: 'customer',
  customerAddress: 'address',
  orderTotal: 'total',
  storeName: 'name',
};

const name = z.string().regex(/^\w+$/);

/** Further fields, in any body, that obligations judge. */
const held = z.array(name).exactOptional();

const shape = (path: string): string => path.replaceAll(/:\w+/g, ':');
const shown = new Set(shownRoutes.map(shape));

/** Paths that the software uses for routes whose path the document does not show. */
const paths = z
  .partialRecord(
    z.enum(openRoutes),
    z.string().regex(/^(\/(:\w+|[\w.-]+))+$/, 'expected a path such as /clients/new'),
    // its keys are the routes, so an issue of the whole is a key that is none
    {
      error: ({ input }) => (isObject(input) ? `the routes with an open path are ${openRoutes.join(', ')}` : undefined),
    },
  )
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
  webhookUrl: name.default(usualNames.webhookUrl).describe('field of a registration that has the URL of the receiver'),
  orderCustomer: name
    .default(usualNames.orderCustomer)
    .describe('field of an order or an abandoned cart that has the customer'),
  customerAddress: name.default(usualNames.customerAddress).describe('field of a customer that has the address'),
  orderTotal: name.default(usualNames.orderTotal).describe('field of an order that has its total'),
  storeName: name.default(usualNames.storeName).describe('field of a store that has its name'),
  phones: held.meta({ description: 'further fields, in any body, that have a phone', examples: [['whatsapp']] }),
  dates: held.meta({ description: 'further fields, in any body, that have a date', examples: [['issuedAt']] }),
  amounts: held.meta({ description: 'further fields, in any body, that have an amount', examples: [['freight']] }),
  paths: paths.meta({
    description: `paths that the software uses for routes whose path the document does not show: ${openRoutes.map((route) => `\`${route}\``).join(', ')}`,
    examples: [{ 'POST /customers': '/clients/new' }],
  }),
});

export type FieldNames = z.output<typeof fieldNamesSchema>;
