import { valueAt } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../check-context.ts';
import { expectAccepted, expectAnswer, expectHolds, expectThat, isAccepted } from '../judge/expect.ts';
import { path } from '../path.ts';
import { carriedIn } from '../records/carried-values.ts';
import { idOf } from '../records/partner-record-rules.ts';
import { type PartnerRecord, partnerCart, partnerOrder, partnerStore } from '../records/partner-records.ts';
import { expectAnotherId } from '../records/still-there.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const source = 'What the service does';

/** The rule about one kind of record that its `externalId` identifies. */
const ownRecord = (id: Rule['id'], kind: PartnerRecord): Rule => ({
  id,
  text: `The same \`externalId\` in two companies makes two ${kind.name}s, and each company reads its own`,
  source,
  statements: ['S007', 'S161'],
  level: 'should',
  inferred: 'The document does not say that two companies may use the same `externalId`.',
  needs: ['second company', ...kind.needs.made],
  async check(context) {
    const externalId = context.unique.name('shared');
    const at = kind.root + path`/external/${externalId}`;
    const make = async (company: CheckContext): Promise<Exchange> => {
      const { body } = await kind.making(company);
      const posted = await company.post(kind.create(company.paths), { body: body(externalId) });
      mustBeAccepted(posted, `creating the ${kind.name} in company ${company.company}`);
      return company.get(at);
    };
    const id = idOf(context, await make(context));
    expectAnotherId(await make(context.secondCompany()), id);
    expectThat(await context.get(at), '/id', id, (shown) => shown === id);
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
      const { get, post, body, paths, unique: fresh } = secondCompany();
      const posted = await post(paths.createCustomer, { body: body.customer({ phone }) });
      if (!isAccepted(posted)) {
        const control = await post(paths.createCustomer, { body: body.customer({ phone: fresh.phone() }) });
        mustBeAccepted(control, 'creating a customer with another phone in the second company');
      }
      expectAccepted(posted);
      expectAnotherId(await get(path`/customers/phone/${phone}`), first.id);
    },
  },
  {
    id: 'ISO-42',
    text: "A customer posted with a phone that another company has is found by its own company, and neither the response nor the record shows the other company's customer",
    source,
    statements: ['S007', 'S161', 'S118'],
    level: 'must',
    needs: ['second company', 'create customers'],
    async check({ given, secondCompany, unique }) {
      const phone = unique.phone();
      const first = await given.customer({ phone });
      const { get, post, body, paths, unique: fresh } = secondCompany();
      const own = {
        externalId: fresh.name('own'),
        firstName: fresh.name('own'),
        lastName: fresh.name('own'),
        email: fresh.email(),
      };
      const sent = body.customer({ phone, ...own });
      const posted = await post(paths.createCustomer, { body: sent });
      mustBeAccepted(posted, 'creating the customer of the second company');
      const read = await get(path`/customers/phone/${phone}`);
      expectAnswer(read, 200);
      for (const shown of [posted, read]) {
        const foreign = [first.id, first.externalId, first.email].filter((value) => shown.text.includes(value));
        expectHolds(shown, 'body', "nothing of the other company's customer", foreign, foreign.length === 0);
      }
      // only fields that the first customer shows as sent can be expected of the second one
      const sentFirst = new Map<string, unknown>(Object.entries(first));
      for (const [field, value] of Object.entries(carriedIn(sent, own))) {
        if (valueAt(first.read.body, `/${field}`) !== sentFirst.get(field)) continue;
        expectThat(read, `/${field}`, `${value}, as its own company sent it`, (stored) => stored === value);
      }
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
  ownRecord('ISO-30', partnerOrder),
  ownRecord('ISO-40', partnerStore),
  ownRecord('ISO-41', partnerCart),
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
      const posted = await second.post('/coupons', { body: second.body.coupon({ phone, code }) });
      mustBeAccepted(posted, 'registering the code in the second company');
      const at = path`/coupons/code/${code}`;
      expectAnotherId(await second.get(at), first.id);
      const again = await get(at);
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
