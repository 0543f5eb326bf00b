import type { Capability } from '../capability.ts';
import type { CheckContext } from '../check-context.ts';
import { path } from '../path.ts';
import { readKnownUser } from '../records/known-user.ts';
import type { Rule } from '../rule.ts';
import { expectUnseen, expectUnseenAt } from './foreign.ts';

interface Lookups {
  id: string;
  lookups: readonly string[];
}

const unseen = (
  id: Rule['id'],
  title: string,
  needs: readonly Capability[],
  given: (context: CheckContext) => Promise<Lookups>,
): Rule => ({
  id,
  text: `${title} of one company is not returned by any lookup of another company`,
  source: 'What the service does',
  statements: ['S007', 'S161'],
  level: 'must',
  needs: ['second company', ...needs],
  check: async (context) => expectUnseenAt(context, context.secondCompany(), await given(context)),
});

export const reading: readonly Rule[] = [
  unseen('ISO-1', 'A customer', ['create customers'], async ({ given }) => {
    const { id, phone, externalId } = await given.customer();
    return {
      id,
      lookups: [path`/customers/${id}`, path`/customers/phone/${phone}`, path`/customers/external/${externalId}`],
    };
  }),
  unseen('ISO-2', 'A product', ['create products', 'read products'], async ({ given }) => {
    const { id, name, externalId } = await given.product();
    return {
      id,
      lookups: [path`/products/${id}`, path`/products/external/${externalId}`, path`/products/name/${name}`],
    };
  }),
  unseen('ISO-3', 'An order', ['create orders'], async ({ given }) => {
    const { id, externalId = '' } = await given.order();
    return { id, lookups: [path`/orders/${id}`, path`/orders/external/${externalId}`] };
  }),
  unseen('ISO-4', 'A store', ['create stores', 'read stores'], async ({ given }) => {
    const { id, externalId = '' } = await given.store();
    return { id, lookups: [path`/stores/${id}`, path`/stores/external/${externalId}`] };
  }),
  unseen('ISO-5', 'An abandoned cart', ['create carts', 'read carts'], async ({ given }) => {
    const { id, externalId = '' } = await given.cart();
    return { id, lookups: [path`/abandoned-carts/${id}`, path`/abandoned-carts/external/${externalId}`] };
  }),
  unseen('ISO-6', 'A coupon', ['writes'], async ({ given }) => {
    const { id, code, externalId = '' } = await given.coupon();
    return { id, lookups: [path`/coupons/${id}`, path`/coupons/code/${code}`, path`/coupons/external/${externalId}`] };
  }),
  unseen('ISO-7', 'A shared coupon', ['shared coupons'], async ({ given }) => {
    const { id, code } = await given.sharedCoupon();
    return { id, lookups: [path`/coupons/${id}`, path`/coupons/code/${code}`] };
  }),
  {
    id: 'ISO-8',
    text: "`GET /coupons/order/{orderId}` does not return the coupon of another company's order",
    source: 'What the service does',
    statements: ['S007', 'S161'],
    level: 'must',
    needs: ['second company', 'once per order flow', 'create orders'],
    async check(context) {
      const shop = await context.flowShop('once per order flow');
      const { order, read, id } = await shop.couponOf(await shop.triggeredOrder());
      // the flow may belong to either company: the other one must see nothing
      for (const company of [context, context.secondCompany()]) {
        const seen = await company.get(path`/coupons/order/${order.id}`);
        if (seen.company !== read.company) expectUnseen(seen, id);
      }
    },
  },
  {
    id: 'ISO-9',
    text: 'A user of one company is not returned to another company, neither by id nor by e-mail',
    source: 'What the service does',
    statements: ['S007', 'S161'],
    level: 'should',
    inferred: 'One person may be a user of two companies, and the document does not say that these are two records.',
    needs: ['second company', 'known user'],
    async check(context) {
      const { id, email } = await readKnownUser(context);
      const lookups = [path`/users/${id}`, path`/users/email/${email}`];
      await expectUnseenAt(context, context.secondCompany(), { id, lookups });
    },
  },
];
