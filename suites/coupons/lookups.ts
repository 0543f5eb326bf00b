import { valueAt } from '../../core/json.ts';
import { expectAccepted, expectAnswer, expectHolds, expectNothing } from '../judge/expect.ts';
import { path } from '../path.ts';
import { readByAwkwardKey } from '../records/awkward-key.ts';
import { keyedKinds } from '../records/keyed-kinds.ts';
import { unknownRecord } from '../records/unknown-record.ts';
import type { Rule } from '../rule.ts';
import { couponIn } from '../session/delivery-looks.ts';
import { mustBeAccepted } from '../session/given.ts';

const { coupon } = keyedKinds;

const awkward = ' nº 1/2 + 50% ç?#&';

const setExternalId = (id: Rule['id'], by: 'id' | 'code', statement: `S${number}`): Rule => ({
  id,
  text: `An \`externalId\` set by \`PUT\` with the coupon's ${by} finds the coupon, and finds nothing before`,
  source: 'Endpoints › Endpoints table',
  statements: ['S042', 'S131', statement],
  level: 'must',
  needs: ['writes'],
  async check({ get, put, given, unique }) {
    const coupon = await given.coupon();
    const externalId = unique.name('set-later');
    const at = path`/coupons/external/${externalId}`;
    const control = await get(path`/coupons/external/${String(coupon.externalId)}`);
    expectNothing(await get(at), { what: 'nothing, since no coupon has it yet', control });
    const putPath = by === 'id' ? path`/coupons/${coupon.id}` : path`/coupons/code/${coupon.code}`;
    expectAccepted(await put(putPath, { body: { externalId } }));
    expectAnswer(await get(at), 200, { id: coupon.id, code: coupon.code, externalId });
  },
});

const replacedExternalId: Rule = {
  id: 'COUP-43',
  text: 'An `externalId` no longer finds its coupon once another one is set',
  source: 'Endpoints › Endpoints table',
  statements: ['S042', 'S131', 'S135'],
  level: 'should',
  inferred: 'The document does not say what becomes of an `externalId` that another one replaces.',
  needs: ['writes'],
  async check({ get, put, given, unique }) {
    const coupon = await given.coupon();
    const externalId = unique.name('set-again');
    mustBeAccepted(await put(path`/coupons/${coupon.id}`, { body: { externalId } }), 'setting another `externalId`');
    const control = mustBeAccepted(await get(path`/coupons/external/${externalId}`), 'the lookup by it');
    expectNothing(await get(path`/coupons/external/${String(coupon.externalId)}`), {
      what: 'nothing, since the coupon has another `externalId`',
      control,
    });
  },
};

/** Fields of a coupon that stay as they were registered. */
const lasting = ['code', 'type', 'amount', 'minPurchaseValue', 'acumulative', 'startDate', 'expiryDate'];

const keepsValues: Rule = {
  id: 'COUP-45',
  text: 'A `PUT` that sets the `externalId` of a coupon leaves its amount, type and dates as they were, even if it repeats them',
  source: 'Endpoints › Endpoints table',
  statements: ['S136', 'S135', 'S045'],
  level: 'should',
  inferred: 'The document says what such a `PUT` sets, not that it leaves the rest as it was.',
  needs: ['writes'],
  async check({ get, put, given, unique }) {
    const values = { type: 'fixed_cart', amount: 12.34, minPurchaseValue: 150.75 } as const;
    for (const by of ['id', 'code'] as const) {
      const { id, code, read } = await given.coupon(values);
      const shown = lasting
        .map((field) => [field, valueAt(read.body, `/${field}`)] as const)
        .filter(([, value]) => value !== undefined);
      const putPath = by === 'id' ? path`/coupons/${id}` : path`/coupons/code/${code}`;
      const externalId = unique.name('kept');
      mustBeAccepted(await put(putPath, { body: { externalId } }), 'setting the `externalId`');
      expectAnswer(await get(path`/coupons/code/${code}`), 200, Object.fromEntries(shown));
      // a target may refuse the fields that the document does not name
      await put(putPath, { body: { externalId: unique.name('repeated'), ...values } });
      expectAnswer(await get(path`/coupons/code/${code}`), 200, Object.fromEntries(shown));
    }
  },
};

export const lookups: readonly Rule[] = [
  keepsValues,
  replacedExternalId,
  unknownRecord(coupon, { id: 'COUP-18', route: 'GET /coupons/:id', statements: ['S129', 'S194', 'S211'] }),
  unknownRecord(coupon, { id: 'COUP-19', route: 'GET /coupons/code/:code', statements: ['S130', 'S194', 'S211'] }),
  unknownRecord(coupon, {
    id: 'COUP-20',
    route: 'GET /coupons/external/:externalId',
    statements: ['S131', 'S194', 'S211'],
  }),
  unknownRecord(coupon, { id: 'COUP-21', route: 'PUT /coupons/:id', statements: ['S135', 'S195', 'S212'] }),
  setExternalId('COUP-22', 'id', 'S135'),
  setExternalId('COUP-23', 'code', 'S136'),
  {
    id: 'COUP-24',
    text: "The `externalId` of a flow's coupon is null until the partner sets it",
    source: 'Resources and their fields › Coupon (shape returned by the coupon lookups)',
    statements: ['S042', 'S131', 'S136'],
    level: 'must',
    needs: ['create orders', 'once per order flow'],
    async check(context) {
      const { get, put, unique, triggeredOrder, couponOf } = await context.flowShop('once per order flow');
      const coupon = await couponOf(await triggeredOrder());
      const at = path`/coupons/code/${coupon.code}`;
      const made = mustBeAccepted(await get(at), "reading the flow's coupon by its code");
      expectAnswer(made, 200, { externalId: null });
      const externalId = unique.name('set-later');
      mustBeAccepted(await put(at, { body: { externalId } }), 'setting the externalId by code');
      expectAnswer(await get(at), 200, { id: coupon.id, externalId });
    },
  },
  {
    id: 'COUP-25',
    text: 'A coupon is found by an `externalId` that needs percent-encoding in a path',
    source: 'Endpoints › Endpoints table',
    statements: ['S131', 'S053'],
    level: 'should',
    inferred: 'The document calls it free text, but not every server lets every character of a path through.',
    needs: ['writes'],
    async check({ get, given, unique }) {
      const plain = await given.coupon();
      mustBeAccepted(await get(path`/coupons/external/${String(plain.externalId)}`), 'reading by a plain externalId');
      const found = await readByAwkwardKey(unique.name('awkward'), awkward, async (externalId) => {
        await given.coupon({ externalId });
        return get(path`/coupons/external/${externalId}`);
      });
      expectAnswer(found.answer, 200, { externalId: found.key });
    },
  },
  {
    id: 'COUP-26',
    text: 'A coupon is found by a code that needs percent-encoding in a path',
    source: 'Endpoints › Endpoints table',
    statements: ['S043', 'S130'],
    level: 'should',
    inferred: 'The document does not say which characters a code may hold.',
    needs: ['writes'],
    async check({ get, post, given, body, unique }) {
      const { phone } = await given.coupon();
      const found = await readByAwkwardKey(unique.name('AWKWARD'), awkward, async (code) => {
        expectAccepted(await post('/coupons', { body: body.coupon({ phone, code }) }));
        return get(path`/coupons/code/${code}`);
      });
      expectAnswer(found.answer, 200, { code: found.key });
    },
  },
  {
    id: 'COUP-41',
    text: "`GET /coupons/order/{orderId}` finds a coupon only by the order's `id`, not by its `externalId` or by a key of the coupon",
    source: 'Endpoints › Endpoints table',
    statements: ['S132', 'S187'],
    level: 'should',
    inferred: 'The document says which id the route takes, and not that another one finds nothing.',
    needs: ['create orders', 'once per order flow'],
    async check(context) {
      const shop = await context.flowShop('once per order flow');
      const coupon = await shop.couponOf(await shop.triggeredOrder());
      const { id, externalId = '', phone } = coupon.order;
      const control = mustBeAccepted(await shop.get(path`/coupons/order/${id}`), "reading the order's coupon");
      const wrong = {
        "the order's externalId": externalId,
        "the coupon's id": coupon.id,
        'its code': coupon.code,
        phone,
      };
      for (const [what, key] of Object.entries(wrong)) {
        const answer = await shop.get(path`/coupons/order/${key}`);
        const found = couponIn(answer);
        expectHolds(answer, 'the coupon of the order', `none: it was asked for by ${what}`, found?.code, !found);
      }
      expectAnswer(control, 200, { id: coupon.id });
    },
  },
];
