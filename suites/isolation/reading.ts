import { path } from '../path.ts';
import { type KeyedKind, keyedKinds, lookupsOf } from '../records/keyed-kinds.ts';
import { readKnownUser } from '../records/known-user.ts';
import type { Rule } from '../rule.ts';
import { expectUnseen, expectUnseenAt } from './foreign.ts';

const source = 'What the service does';

const unseen = (id: Rule['id'], kind: KeyedKind): Rule => ({
  id,
  text: `${kind.title} of one company is not returned by any lookup of another company`,
  source,
  statements: ['S007', 'S161'],
  level: 'must',
  needs: ['second company', ...kind.needs],
  async check(context) {
    const make = await kind.making(context);
    const record = await make();
    await expectUnseenAt(context, context.secondCompany(), { id: record.id, lookups: lookupsOf(kind, record) });
  },
});

export const reading: readonly Rule[] = [
  unseen('ISO-1', keyedKinds.customer),
  unseen('ISO-2', keyedKinds.product),
  unseen('ISO-3', keyedKinds.order),
  unseen('ISO-4', keyedKinds.store),
  unseen('ISO-5', keyedKinds.cart),
  unseen('ISO-6', keyedKinds.coupon),
  {
    id: 'ISO-7',
    text: 'A shared coupon of one company is not returned by any lookup of another company',
    source,
    statements: ['S007', 'S161'],
    level: 'must',
    needs: ['second company', 'shared coupons'],
    async check(context) {
      const { id, code } = await context.given.sharedCoupon();
      const lookups = [path`/coupons/${id}`, path`/coupons/code/${code}`];
      await expectUnseenAt(context, context.secondCompany(), { id, lookups });
    },
  },
  {
    id: 'ISO-8',
    text: "`GET /coupons/order/{orderId}` does not return the coupon of another company's order",
    source,
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
    source,
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
