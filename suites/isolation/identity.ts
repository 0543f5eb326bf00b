import type { Capability } from '../capability.ts';
import type { OpenPaths } from '../check-context.ts';
import { expectHolds, expectThat } from '../judge/expect.ts';
import { path } from '../path.ts';
import { expectAnotherId } from '../records/still-there.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const source = 'What the service does';

/** A kind of record whose body the document does not show. */
const ownRecord = (
  id: Rule['id'],
  [one, many]: ['store' | 'cart', string],
  needs: readonly Capability[],
  lookup: (externalId: string) => string,
  creation: (paths: OpenPaths) => string,
): Rule => ({
  id,
  text: `The same \`externalId\` in two companies makes two ${many}, and each company reads its own`,
  source,
  statements: ['S007', 'S161'],
  level: 'should',
  inferred: 'The document does not say that two companies may use the same `externalId`.',
  needs: ['second company', ...needs],
  async check({ get, given, paths, secondCompany, unique }) {
    const externalId = unique.name(one);
    const first = await given[one]({ externalId });
    const second = secondCompany();
    const owner = one === 'cart' ? await second.given.owner() : {};
    const body = second.body[one]({ ...owner, externalId });
    mustBeAccepted(await second.post(creation(paths), { body }), 'the same in the second company');
    expectAnotherId(await second.get(lookup(externalId)), first.id);
    const again = await get(lookup(externalId));
    expectThat(again, '/id', first.id, (shown) => shown === first.id);
  },
});

export const identity: readonly Rule[] = [
  {
    id: 'ISO-28',
    text: 'The same phone in two companies makes two customers',
    source,
    statements: ['S007', 'S161'],
    level: 'should',
    inferred: 'The document says what identifies a customer, not that companies share no customer.',
    needs: ['second company', 'create customers'],
    async check({ given, secondCompany, unique }) {
      const phone = unique.phone();
      const first = await given.customer({ phone });
      const second = await secondCompany().given.customer({ phone });
      expectAnotherId(second.read, first.id);
    },
  },
  {
    id: 'ISO-29',
    text: 'The same product name in two companies makes two products',
    source,
    statements: ['S007', 'S161'],
    level: 'should',
    inferred: 'The document says what identifies a product, not that companies share no product.',
    needs: ['second company', 'create products', 'read products'],
    async check({ given, paths, secondCompany, unique }) {
      const name = unique.name('product');
      const first = await given.product({ name });
      const { get, post, body } = secondCompany();
      mustBeAccepted(await post(paths.createProduct, { body: body.product({ name }) }), 'creating the second product');
      const second = await get(path`/products/name/${name}`);
      expectAnotherId(second, first.id);
    },
  },
  {
    id: 'ISO-30',
    text: 'The same `externalId` in two companies makes two orders, and each company reads its own',
    source,
    statements: ['S007', 'S161'],
    level: 'should',
    inferred: 'The document does not say that two companies may use the same `externalId`.',
    needs: ['second company', 'create orders'],
    async check({ get, given, secondCompany, unique }) {
      const externalId = unique.name('order');
      const first = await given.order({ externalId });
      const second = await secondCompany().given.order({ externalId });
      expectAnotherId(second.read, first.id);
      const again = await get(path`/orders/external/${externalId}`);
      expectThat(again, '/id', first.id, (id) => id === first.id);
    },
  },
  ownRecord(
    'ISO-40',
    ['store', 'stores'],
    ['create stores', 'read stores'],
    (externalId) => path`/stores/external/${externalId}`,
    ({ createStore }) => createStore,
  ),
  ownRecord(
    'ISO-41',
    ['cart', 'abandoned carts'],
    ['create carts', 'read carts'],
    (externalId) => path`/abandoned-carts/external/${externalId}`,
    ({ createCart }) => createCart,
  ),
  {
    id: 'ISO-37',
    text: 'The same coupon code in two companies makes two coupons, and each company reads its own',
    source,
    statements: ['S007', 'S161'],
    level: 'should',
    inferred: 'The document does not say that two companies may use the same code.',
    needs: ['second company', 'writes'],
    async check({ get, given, secondCompany, unique }) {
      const code = unique.name('code');
      const first = await given.coupon({ code });
      const second = secondCompany();
      const { phone } = await second.given.coupon();
      mustBeAccepted(
        await second.post('/coupons', { body: second.body.coupon({ phone, code }) }),
        'registering the code in the second company',
      );
      const others = await second.get(path`/coupons/code/${code}`);
      expectAnotherId(others, first.id);
      const again = await get(path`/coupons/code/${code}`);
      expectThat(again, '/id', first.id, (id) => id === first.id);
    },
  },
  {
    id: 'ISO-33',
    text: "A notification reaches only the receiver of its order's company",
    source,
    statements: ['S007', 'S032', 'S155'],
    level: 'must',
    needs: ['second company', 'webhooks', 'create orders', 'once per order flow', 'once per customer flow'],
    async check({ clock, flowShop, unverified }) {
      const first = await flowShop('once per order flow');
      const second = await flowShop('once per customer flow');
      const orders = [await first.triggeredOrder(), await second.triggeredOrder()] as const;
      const arrived = [await first.firstDelivery(orders[0]), await second.firstDelivery(orders[1])] as const;
      if (arrived[0].company === arrived[1].company) {
        unverified(
          'not-observable',
          'both declared flows belong to one company: also declare a flow of the second company',
        );
      }
      // a copy to the wrong receiver would arrive at about the same time
      await clock.wait(1);
      const all = [await first.arrived(orders[0]), await second.arrived(orders[1])] as const;
      const mailboxes = all.map(({ attempts }) => [...new Set(attempts.map(({ mailbox }) => mailbox))]);
      expectHolds(all[0], 'receivers', 'one', mailboxes[0], mailboxes[0]?.length === 1);
      expectHolds(all[1], 'receivers', 'one', mailboxes[1], mailboxes[1]?.length === 1);
      expectHolds(all[1], 'receivers', 'not the other company’s', mailboxes, mailboxes[0]?.[0] !== mailboxes[1]?.[0]);
    },
  },
];
