import { isUtcDateTime, isUuid } from '../../core/forms.ts';
import { valueAt } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import { expectAnswer, expectThat } from '../judge/expect.ts';
import { path } from '../path.ts';
import { carries } from '../records/carried-values.ts';
import { readKnownUser } from '../records/known-user.ts';
import { mustStandAtTheTop } from '../records/open-body.ts';
import { type RecordKind, recordKinds, recordUpdates } from '../records/record-kinds.ts';
import { expectStillThere } from '../records/still-there.ts';
import { sweep } from '../records/sweep.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const source = 'Resources and their fields › Common conventions';

const onlyFiltered = 'The document says that records have both dates, not that every lookup returns them.';

const utc = 'a date-time in UTC that ends in Z';

const identified = (id: Rule['id'], { title, needs, given }: RecordKind): Rule => ({
  id,
  text: `${title} has a UUID assigned by the service as its \`id\``,
  source,
  statements: ['S006', 'S034'],
  level: 'must',
  needs,
  async check(context) {
    const { read } = await given(context);
    expectThat(read, '/id', 'a UUID', isUuid);
  },
});

const dated = (id: Rule['id'], { title, needs, given }: RecordKind): Rule => ({
  id,
  text: `${title} has \`createdAt\` and \`updatedAt\` in UTC`,
  source,
  statements: ['S036', 'S114'],
  level: 'should',
  inferred: onlyFiltered,
  needs,
  async check(context) {
    const { read } = await given(context);
    expectThat(read, '/createdAt', utc, isUtcDateTime);
    expectThat(read, '/updatedAt', utc, isUtcDateTime);
  },
});

const named = (id: Rule['id'], { title, needs, given, creating }: RecordKind): Rule => ({
  id,
  text: `${title} returns \`externalId\` exactly as sent, also digits with leading zeros, and it differs from \`id\``,
  source,
  statements: ['S035', 'S039'],
  level: 'must',
  needs,
  async check(context) {
    const { read, externalId, id } = await given(context);
    expectThat(read, '/externalId', String(externalId), (shown) => shown === externalId && shown !== id);

    const { createPath, fresh } = await creating(context);
    const digits = `00${context.unique.integer(1e8, 2e9)}`;
    const { body, lookup } = fresh(digits);
    if (!carries(body, digits)) return;
    mustBeAccepted(await context.post(createPath, { body }), `creating ${title.toLowerCase()} with digits`);
    expectAnswer(await context.get(lookup), 200, { externalId: digits });
  },
});

const selfAssigned = (id: Rule['id'], { title, needs, creating, hasOpenBody }: RecordKind): Rule => ({
  id,
  text: `${title} gets its \`id\` from the service even if the body has one, whether new or another record's`,
  source,
  statements: ['S034'],
  level: 'must',
  needs,
  async check(context) {
    const { get, post, unique } = context;
    const { createPath, fresh } = await creating(context);
    const make = async (sent: string) => {
      const { body, lookup } = fresh();
      return { lookup, answer: await post(createPath, { body: { ...body, id: sent } }) };
    };
    const shown = async (lookup: string, sent: string): Promise<Exchange> => {
      const read = mustBeAccepted(await get(lookup), `reading back ${title.toLowerCase()}`);
      if (hasOpenBody) mustStandAtTheTop(context, read);
      expectThat(read, '/id', `another than ${sent}`, (own) => typeof own === 'string' && own !== sent);
      return read;
    };
    const unknown = unique.uuid();
    const first = await make(unknown);
    mustBeAccepted(first.answer, `creating ${title.toLowerCase()}`);
    const before = await shown(first.lookup, unknown);
    const known = String(valueAt(before.body, '/id'));
    const second = await make(known);
    // a refusal does the other record no harm
    if (second.answer.status < 300) await shown(second.lookup, known);
    expectStillThere(await get(first.lookup), {
      before,
      what: `the record ${known}, whose id another creation sent`,
      isUntouched: ({ body }) => valueAt(body, '/id') === known,
    });
  },
});

const keepsIds: Rule = {
  id: 'CONV-91',
  text: "A `PUT` whose body has another record's `id`, or a new one, changes only the record in its path, which keeps its `id`",
  source,
  statements: ['S034'],
  level: 'must',
  needs: ['writes'],
  check: (context) =>
    sweep(context, Object.values(recordUpdates), async ({ route, given }) => {
      const { get, put, unique } = context;
      const [own, other] = [await given(context), await given(context)];
      const read = async ({ lookup }: typeof own): Promise<Exchange> => {
        const record = mustBeAccepted(await get(lookup), 'reading the record');
        mustStandAtTheTop(context, record);
        return record;
      };
      const before = { own: await read(own), other: await read(other) };
      const [ownId, otherId] = [before.own, before.other].map(({ body }) => valueAt(body, '/id'));
      const { body, isMade } = own.change();
      const answer = await put(own.putPath, { body: { ...body, id: otherId } });
      const after = { own: await get(own.lookup), other: await get(other.lookup) };
      const control = await put(own.putPath, { body });
      await put(own.putPath, { body: { ...own.change().body, id: unique.uuid() } });
      const last = await get(own.lookup);
      return () => {
        expectStillThere(after.other, {
          before: before.other,
          what: `the record as it was: ${route} was sent for another one, with its id in the body`,
          isUntouched: (record) => valueAt(record.body, '/id') === otherId && !isMade(record),
        });
        expectStillThere(after.own, {
          before: before.own,
          what: `the record ${String(ownId)}, which keeps its id`,
          isUntouched: (record) => valueAt(record.body, '/id') === ownId,
        });
        expectStillThere(last, {
          before: before.own,
          what: `the record ${String(ownId)}, which keeps its id though ${route} was sent with a new one`,
          isUntouched: (record) => valueAt(record.body, '/id') === ownId,
        });
        // a refusal of the id does no harm
        mustBeAccepted(answer.status < 300 ? answer : control, route);
      };
    }),
};

export const records: readonly Rule[] = [
  identified('CONV-1', recordKinds.customer),
  identified('CONV-2', recordKinds.product),
  identified('CONV-3', recordKinds.order),
  identified('CONV-4', recordKinds.store),
  identified('CONV-5', recordKinds.cart),
  identified('CONV-6', recordKinds.coupon),
  identified('CONV-7', recordKinds.sharedCoupon),
  dated('CONV-8', recordKinds.customer),
  dated('CONV-9', recordKinds.product),
  dated('CONV-10', recordKinds.order),
  dated('CONV-11', recordKinds.store),
  dated('CONV-12', recordKinds.cart),
  dated('CONV-13', recordKinds.coupon),
  {
    id: 'CONV-14',
    text: 'A user has a UUID as its `id`',
    source,
    statements: ['S006', 'S034'],
    level: 'must',
    needs: ['known user'],
    async check(context) {
      const { get, users } = context;
      const read = mustBeAccepted(await get(path`/users/email/${users.known().email}`), 'reading the known user');
      mustStandAtTheTop(context, read);
      expectThat(read, '/id', 'a UUID', isUuid);
    },
  },
  named('CONV-15', recordKinds.product),
  named('CONV-16', recordKinds.order),
  named('CONV-17', recordKinds.store),
  named('CONV-18', recordKinds.cart),
  named('CONV-19', recordKinds.coupon),
  selfAssigned('CONV-20', recordKinds.customer),
  selfAssigned('CONV-21', recordKinds.order),
  selfAssigned('CONV-22', recordKinds.coupon),
  selfAssigned('CONV-87', recordKinds.product),
  selfAssigned('CONV-88', recordKinds.store),
  selfAssigned('CONV-89', recordKinds.cart),
  selfAssigned('CONV-90', recordKinds.sharedCoupon),
  keepsIds,
  {
    id: 'CONV-85',
    text: 'A user has `createdAt` and `updatedAt` in UTC',
    source,
    statements: ['S036', 'S114'],
    level: 'should',
    inferred: onlyFiltered,
    needs: ['known user'],
    async check(context) {
      const { read } = await readKnownUser(context);
      mustStandAtTheTop(context, read);
      expectThat(read, '/createdAt', utc, isUtcDateTime);
      expectThat(read, '/updatedAt', utc, isUtcDateTime);
    },
  },
];
