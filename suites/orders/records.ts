import { isObject } from '../../core/json.ts';
import { expectNothing, expectRefusal, expectThat } from '../judge/expect.ts';
import { path } from '../path.ts';
import { deletedTwice } from '../records/deletions.ts';
import { keyedKinds } from '../records/keyed-kinds.ts';
import {
  everyPostIsNew,
  externalIdChanged,
  foundByAwkwardExternalId,
  foundByBothIds,
  goneOnceDeleted,
  onePerExternalId,
} from '../records/partner-record-rules.ts';
import { partnerOrder } from '../records/partner-records.ts';
import { recordRemovals } from '../records/record-kinds.ts';
import { unknownRecord } from '../records/unknown-record.ts';
import { withoutAddress } from '../records/without-address.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const { order } = keyedKinds;

/** Removes the fields that contain a text, at any depth. */
const withoutFieldsOf = (value: unknown, text: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutFieldsOf(item, text));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, field]) => !(typeof field === 'string' && field.includes(text)));
  return Object.fromEntries(kept.map(([key, field]) => [key, withoutFieldsOf(field, text)]));
};

/** Removes each top-level field that contains the customer's phone, which is usually the whole customer. */
const withoutPartsOf = (body: unknown, phone: string): unknown =>
  isObject(body)
    ? Object.fromEntries(Object.entries(body).filter(([, part]) => !JSON.stringify(part ?? null).includes(phone)))
    : body;

/** The rule that an order is refused if its customer lacks something. */
const refusedWithoutCustomers = (
  about: Pick<Rule, 'id' | 'text' | 'level' | 'inferred'>,
  what: string,
  without: (body: unknown, customer: { phone: string }) => unknown,
): Rule => ({
  ...about,
  source: 'Resources and their fields › Order fields known',
  statements: ['S067'],
  needs: ['create orders'],
  async check({ get, post, given, body, unique, unverified }) {
    const owner = await given.owner();
    // an existing customer may have what the order lacks, so the order has a new customer
    const newCustomer = { ...owner, phone: unique.phone() };
    const complete = body.order({ ...newCustomer, externalId: unique.name('complete') });
    const sent = body.order({ ...newCustomer, externalId: unique.name(`no-${what}`) });
    const lacking = without(sent, newCustomer);
    if (owner.customerId !== undefined || JSON.stringify(lacking) === JSON.stringify(sent)) {
      return unverified('not-declared', `the order body of the profile carries no ${what} that could be left out`);
    }
    const refused = await post('/orders', { body: lacking });
    const unstored = await get(path`/orders/external/${String(sent.externalId)}`);
    const control = mustBeAccepted(await post('/orders', { body: complete }), 'posting an order of a new customer');
    expectRefusal(refused, { status: [400, 422], control });
    const stored = await get(path`/orders/external/${String(complete.externalId)}`);
    expectNothing(unstored, { what: 'no order, since it was refused', control: stored });
  },
});

const showsItems = (
  about: Pick<Rule, 'id' | 'text' | 'level' | 'inferred'>,
  expected: string,
  holds: (shown: unknown, sent: readonly unknown[]) => boolean,
): Rule => ({
  ...about,
  source: 'Resources and their fields › Order fields known',
  statements: ['S065', 'S121'],
  needs: ['create orders'],
  async check({ given, body, unverified }) {
    const order = await given.order();
    const { lineItems } = body.order({ ...order });
    if (!Array.isArray(lineItems)) return unverified('not-declared', 'the order body of the profile has no lineItems');
    expectThat(order.read, '/lineItems', expected, (shown) => holds(shown, lineItems));
  },
});

export const records: readonly Rule[] = [
  foundByBothIds(partnerOrder, { id: 'ORD-13', statements: ['S066', 'S121', 'S122', 'S123'] }),
  foundByAwkwardExternalId(partnerOrder, { id: 'ORD-14', statements: ['S123'] }),
  showsItems(
    { id: 'ORD-15', text: 'The `lineItems` of an order are an array if a lookup returns them', level: 'must' },
    'an array, or nothing',
    (shown) => shown === undefined || Array.isArray(shown),
  ),
  showsItems(
    {
      id: 'ORD-36',
      text: 'An order has as many `lineItems` as the partner sent',
      level: 'should',
      inferred: 'The document does not say that a lookup returns the items, nor how many.',
    },
    'as many items as were sent',
    (shown, sent) => Array.isArray(shown) && shown.length === sent.length,
  ),
  everyPostIsNew(partnerOrder, { id: 'ORD-16', statements: ['S040'] }),
  onePerExternalId(partnerOrder, { id: 'ORD-17', statements: ['S040'] }),
  externalIdChanged(partnerOrder, { id: 'ORD-18', statements: ['S124'] }),
  goneOnceDeleted(partnerOrder, { id: 'ORD-19', statements: ['S125'], level: 'must' }),
  deletedTwice({ id: 'ORD-38', statements: ['S125', 'S204'] }, recordRemovals.order),
  unknownRecord(order, { id: 'ORD-20', route: 'GET /orders/:id', statements: ['S122', 'S204', 'S194'] }),
  unknownRecord(order, { id: 'ORD-21', route: 'PUT /orders/:id', statements: ['S124', 'S205', 'S194'] }),
  unknownRecord(order, { id: 'ORD-22', route: 'DELETE /orders/:id', statements: ['S125', 'S204', 'S194'] }),
  unknownRecord(order, {
    id: 'ORD-23',
    route: 'GET /orders/external/:externalId',
    statements: ['S123', 'S204', 'S194'],
  }),
  refusedWithoutCustomers(
    { id: 'ORD-24', text: 'An order whose customer has no phone is refused and not stored', level: 'must' },
    'phone',
    (body, { phone }) => withoutFieldsOf(body, phone),
  ),
  refusedWithoutCustomers(
    { id: 'ORD-25', text: 'An order whose customer has no address is refused and not stored', level: 'must' },
    'address',
    (body, { phone }) => withoutAddress(body, phone),
  ),
  refusedWithoutCustomers(
    {
      id: 'ORD-37',
      text: 'An order without a customer is refused and not stored',
      level: 'should',
      inferred: 'The document says what a customer of an order must have, not that an order must have a customer.',
    },
    'customer',
    (body, { phone }) => withoutPartsOf(body, phone),
  ),
];
