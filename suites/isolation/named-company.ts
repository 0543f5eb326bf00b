import { valueAt } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../check-context.ts';
import { expectAccepted, expectAnswer, expectNothing, expectThat } from '../judge/expect.ts';
import { Unverified } from '../judge/outcome.ts';
import { path } from '../path.ts';
import { type RecordKind, type RecordUpdate, recordKinds, recordUpdates } from '../records/record-kinds.ts';
import { expectStillThere } from '../records/still-there.ts';
import { sweep } from '../records/sweep.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { expectUnseen } from './foreign.ts';

const source = 'What the service does';

/** Names that a company parameter might have. */
const companyParameters = ['companyId', 'company_id', 'company'];

const naming = (company: string): Record<string, string> =>
  Object.fromEntries(companyParameters.map((name) => [name, company]));

type Judge = () => void;

interface Part {
  needs: RecordKind['needs'];
  /** Sends a write of `own` that names another company, and reads the result in both companies. */
  prepare(own: CheckContext, other: CheckContext, company: string): Promise<Judge>;
}

/** Ends the check if the other company sees the record anyway, which other rules test. */
const mustBeUnseen = ({ status, request }: Exchange): void => {
  if (status < 300) throw new Unverified('not-reached', `GET ${request.path} is answered to another company anyway`);
};

const owned = "the record, in the token's own company";

const creation = (kind: RecordKind): Part => ({
  needs: kind.needs,
  async prepare(own, other, company) {
    const { createPath, fresh } = await kind.creating(own);
    const plain = fresh();
    mustBeAccepted(await own.post(createPath, { body: plain.body }), `creating ${kind.title.toLowerCase()}`);
    const control = mustBeAccepted(await own.get(plain.lookup), `reading back ${kind.title.toLowerCase()}`);
    mustBeUnseen(await other.get(plain.lookup));
    const { body, lookup } = fresh();
    const answer = await own.post(createPath, { body: { ...body, ...naming(company) } });
    const [kept, foreign] = [await own.get(lookup), await other.get(lookup)];
    return () => {
      // other records may have a field for a company, so that a refusal is right
      if (kind === recordKinds.coupon) expectAccepted(answer);
      if (answer.status < 300) expectAnswer(kept, 200);
      expectNothing(foreign, { what: 'no record: the token is of another company', control });
    };
  },
});

const update = ({ route, needs, given }: RecordUpdate): Part => ({
  needs,
  async prepare(own, other, company) {
    const { putPath, lookup, change } = await given(own);
    const before = mustBeAccepted(await own.get(lookup), 'reading the record');
    mustBeUnseen(await other.get(lookup));
    await own.put(putPath, { body: { ...change().body, ...naming(company) } });
    const [kept, foreign] = [await own.get(lookup), await other.get(lookup)];
    const control = await own.put(putPath, { body: change().body });
    return () => {
      expectStillThere(kept, { before, what: owned });
      expectNothing(foreign, { what: `no record: ${route} was sent by another company`, control });
    };
  },
});

const parts: readonly Part[] = [
  creation(recordKinds.coupon),
  ...Object.values(recordKinds)
    .filter((kind) => kind !== recordKinds.coupon)
    .map(creation),
  ...Object.values(recordUpdates).map(update),
];

export const namedCompany: readonly Rule[] = [
  {
    id: 'ISO-31',
    text: "A company in the body of a `POST` or `PUT` is ignored: the record belongs to the token's company",
    source,
    statements: ['S007', 'S008', 'S161'],
    level: 'must',
    needs: ['second company', 'writes'],
    check: (context) =>
      sweep(context, parts, ({ prepare }) => prepare(context, context.secondCompany(), context.unique.uuid())),
  },
  {
    id: 'ISO-32',
    text: 'A company in the query does not change what a `GET` returns',
    source,
    statements: ['S008', 'S161'],
    level: 'should',
    inferred: 'The document says that unknown fields are ignored; of unknown query parameters it says nothing.',
    needs: ['writes'],
    async check({ get, given, unique }) {
      const coupon = await given.coupon();
      const read = await get(path`/coupons/code/${coupon.code}`, { query: naming(unique.uuid()) });
      expectThat(read, '/id', coupon.id, (id) => id === coupon.id);
    },
  },
  {
    id: 'ISO-39',
    text: "Another company's `companyId` in a query or in a body gives no access to that company's records",
    source,
    statements: ['S007', 'S008', 'S161', 'S184'],
    level: 'must',
    needs: ['second company', 'webhooks', 'create orders', 'once per order flow'],
    async check(context) {
      const shop = await context.flowShop('once per order flow');
      const order = await shop.triggeredOrder();
      const { attempts } = await shop.firstDelivery(order);
      const company = valueAt(attempts, '/0/json/companyId');
      if (typeof company !== 'string') {
        return context.unverified('not-observable', 'the notification of the company does not carry its id');
      }
      const other = shop.company === context.company ? context.secondCompany() : context;
      const judgeWrites: Judge[] = [];
      for (const kind of [recordKinds.coupon, recordKinds.order]) {
        judgeWrites.push(await creation(kind).prepare(other, shop, company));
      }
      for (const judge of judgeWrites) judge();
      const coupon = await shop.given.coupon();
      const lookups: readonly [id: string, lookup: string][] = [
        [order.id, path`/orders/${order.id}`],
        [coupon.id, path`/coupons/${coupon.id}`],
        [coupon.id, path`/coupons/code/${coupon.code}`],
      ];
      const query = naming(company);
      for (const [id, lookup] of lookups) {
        mustBeAccepted(await shop.get(lookup), "the owner's own lookup");
        mustBeUnseen(await other.get(lookup));
        expectUnseen(await other.get(lookup, { query }), id);
      }
    },
  },
];
