import { isObject, valueAt } from '../../core/json.ts';
import { expectAccepted, expectAnswer, expectHolds, expectThat } from '../judge/expect.ts';
import { path } from '../path.ts';
import { expectNoWarning } from '../records/ignored-fields.ts';
import { dateIn, untilLaterDate } from '../records/listing.ts';
import { mustStandAtTheTop } from '../records/open-body.ts';
import {
  type RecordKind,
  type RecordRemoval,
  type RecordUpdate,
  recordKinds,
  recordRemovals,
  recordUpdates,
} from '../records/record-kinds.ts';
import { sweep } from '../records/sweep.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted, mustNotBeProfilesFault } from '../session/given.ts';

const source = 'Endpoints › Response conventions';

const created = (id: Rule['id'], kind: RecordKind): Rule => ({
  id,
  text: `Creating ${kind.title.toLowerCase()} returns 200`,
  source,
  statements: ['S006', 'S094'],
  level: 'must',
  needs: kind.needs,
  async check(context) {
    const { createPath, fresh } = await kind.creating(context);
    const answer = await context.post(createPath, { body: fresh().body });
    // only the body of POST /coupons is documented: another one may be wrong in the profile
    if (kind !== recordKinds.coupon) mustBeAccepted(answer, `creating ${kind.title.toLowerCase()}`);
    expectAnswer(answer, 200);
  },
});

const updated = (id: Rule['id'], { route, needs, given }: RecordUpdate): Rule => ({
  id,
  text: `\`${route}\` returns 200`,
  source,
  statements: ['S094'],
  level: 'must',
  needs,
  async check(context) {
    const { putPath, change } = await given(context);
    expectAnswer(await context.put(putPath, { body: change().body }), 200);
  },
});

const removed = (id: Rule['id'], { route, needs, given }: RecordRemoval): Rule => ({
  id,
  text: `\`${route}\` returns a body with \`result\` true`,
  source,
  statements: ['S095'],
  level: 'must',
  needs,
  async check(context) {
    const answer = await context.del(await given(context));
    expectAccepted(answer);
    expectThat(answer, '/result', 'true', (result) => result === true);
  },
});

/** Dates that only the service sets. */
const otherDates = { createdAt: '2019-05-17T12:30:00Z', updatedAt: '2019-05-18T12:30:00Z' };

/** Fields that the document does not name. */
const unknownFields = { fieldThatNobodyKnows: 'of no meaning', objectThatNobodyKnows: { either: [1, null, true] } };

const tolerant = (id: Rule['id'], { title, needs, creating }: RecordKind): Rule => ({
  id,
  text: `Creating ${title.toLowerCase()} ignores unknown fields without a warning`,
  source: 'Resources and their fields › Common conventions',
  statements: ['S037'],
  level: 'must',
  needs,
  async check(context) {
    const { createPath, fresh } = await creating(context);
    const { body, lookup } = fresh();
    const answer = await context.post(createPath, { body: { ...body, ...unknownFields } });
    await mustNotBeProfilesFault(answer, () => context.post(createPath, { body: fresh().body }));
    expectAccepted(answer);
    const read = await context.get(lookup);
    expectAnswer(read, 200);
    expectThat(read, '', 'the record', (shown) => isObject(shown) && Object.keys(shown).length > 0);
    const control = await context.post(createPath, { body: fresh().body });
    expectNoWarning(answer, { unknown: unknownFields, control });
  },
});

const tolerantUpdate = (id: Rule['id'], { route, needs, given }: RecordUpdate): Rule => ({
  id,
  text: `\`${route}\` ignores unknown fields without a warning`,
  source: 'Resources and their fields › Common conventions',
  statements: ['S037'],
  level: 'must',
  needs,
  async check(context) {
    const { putPath, lookup, change } = await given(context);
    const { body, isMade } = change();
    const answer = await context.put(putPath, { body: { ...body, ...unknownFields } });
    expectAccepted(answer);
    const read = await context.get(lookup);
    expectAnswer(read, 200);
    const plain = change();
    const silent = await context.put(putPath, { body: plain.body });
    expectNoWarning(answer, { unknown: unknownFields, control: silent });
    if (isMade(read)) return;
    // a record may not show the changed field: then a change without unknown fields does not show either
    const control = await context.get(lookup);
    expectHolds(read, 'body', 'the change that came with the unknown fields', read.text, !plain.isMade(control));
  },
});

/** The kinds of records that a route deletes. */
const deletable = (['customer', 'product', 'order', 'store', 'cart'] as const).map((name) => {
  const { route, needs } = recordRemovals[name];
  return { root: route.replace(/^DELETE (.*):id$/, '$1'), kind: recordKinds[name], needs };
});

const madeAgain: Rule = {
  id: 'CONV-92',
  text: 'A record that is posted again after it was deleted is found by its key',
  source: 'Endpoints › Endpoints table',
  statements: ['S120', 'S125', 'S141', 'S094'],
  level: 'should',
  inferred: 'The document does not say that the key of a deleted record may be used again.',
  needs: ['writes'],
  check: (context) =>
    sweep(context, deletable, async ({ root, kind }) => {
      const { get, post, del } = context;
      const { createPath, fresh } = await kind.creating(context);
      const { body, lookup } = fresh();
      const make = async (what: string) => mustBeAccepted(await post(createPath, { body }), what);
      await make(`creating ${kind.title.toLowerCase()}`);
      const first = mustBeAccepted(await get(lookup), 'reading it back');
      mustStandAtTheTop(context, first);
      mustBeAccepted(await del(root + path`${String(valueAt(first.body, '/id'))}`), 'deleting it');
      if ((await get(lookup)).status < 300) context.unverified('not-reached', 'the record was not deleted');
      await make('creating it again');
      const second = await get(lookup);
      return () => expectAnswer(second, 200);
    }),
};

export const writes: readonly Rule[] = [
  created('CONV-23', recordKinds.customer),
  created('CONV-24', recordKinds.product),
  created('CONV-25', recordKinds.order),
  created('CONV-26', recordKinds.store),
  created('CONV-27', recordKinds.cart),
  created('CONV-28', recordKinds.coupon),
  created('CONV-29', recordKinds.sharedCoupon),
  updated('CONV-30', recordUpdates.customer),
  updated('CONV-31', recordUpdates.product),
  updated('CONV-32', recordUpdates.order),
  updated('CONV-33', recordUpdates.store),
  updated('CONV-34', recordUpdates.cart),
  updated('CONV-35', recordUpdates.couponById),
  updated('CONV-36', recordUpdates.couponByCode),
  removed('CONV-37', recordRemovals.customer),
  removed('CONV-38', recordRemovals.product),
  removed('CONV-39', recordRemovals.order),
  removed('CONV-40', recordRemovals.store),
  removed('CONV-41', recordRemovals.cart),
  tolerant('CONV-42', recordKinds.customer),
  tolerant('CONV-43', recordKinds.product),
  tolerant('CONV-44', recordKinds.order),
  tolerant('CONV-45', recordKinds.store),
  tolerant('CONV-46', recordKinds.cart),
  tolerant('CONV-47', recordKinds.coupon),
  tolerant('CONV-48', recordKinds.sharedCoupon),
  tolerantUpdate('CONV-49', recordUpdates.customer),
  tolerantUpdate('CONV-50', recordUpdates.product),
  tolerantUpdate('CONV-51', recordUpdates.order),
  tolerantUpdate('CONV-52', recordUpdates.store),
  tolerantUpdate('CONV-53', recordUpdates.cart),
  tolerantUpdate('CONV-54', recordUpdates.couponById),
  tolerantUpdate('CONV-55', recordUpdates.couponByCode),
  {
    id: 'CONV-56',
    text: 'An unknown field is not stored: the record does not return it',
    source: 'Resources and their fields › Common conventions',
    statements: ['S037'],
    level: 'should',
    inferred: 'The document says that unknown fields are ignored, not that they are never kept.',
    needs: recordKinds.coupon.needs,
    async check(context) {
      const { createPath, fresh } = await recordKinds.coupon.creating(context);
      const { body, lookup } = fresh();
      await context.post(createPath, { body: { ...body, ...unknownFields } });
      const read = await context.get(lookup);
      expectAnswer(read, 200, { code: body.code });
      expectThat(read, '/fieldThatNobodyKnows', 'nothing', (value) => value === undefined);
    },
  },
  madeAgain,
  {
    id: 'CONV-86',
    text: 'Each `PUT` makes `updatedAt` later and leaves `createdAt` the same, also if its body names other dates',
    source: 'Resources and their fields › Common conventions',
    statements: ['S036', 'S102'],
    level: 'should',
    inferred: 'The document says what the filters select; that a change moves updatedAt follows from its name.',
    needs: ['writes'],
    check: (context) =>
      sweep(context, Object.values(recordUpdates), async ({ route, given }) => {
        const { putPath, lookup, change } = await given(context);
        const before = mustBeAccepted(await context.get(lookup), 'reading the record');
        const shown = valueAt(before.body, '/updatedAt');
        await untilLaterDate(context, shown);
        mustBeAccepted(await context.put(putPath, { body: change().body }), route);
        const after = mustBeAccepted(await context.get(lookup), 'reading the record again');
        const dated = await context.put(putPath, { body: { ...change().body, ...otherDates } });
        // a target may refuse the dates, and then changes nothing
        const last = mustBeAccepted(await context.get(lookup), 'reading the record after an update with dates');
        return () => {
          const [was, is] = [dateIn(context, before, 'updatedAt'), dateIn(context, after, 'updatedAt')];
          expectThat(after, '/updatedAt', `later than ${shown}: ${route} changed it`, () => is > was);
          const created = dateIn(context, before, 'createdAt');
          expectThat(after, '/createdAt', 'the same as before', () => dateIn(context, after, 'createdAt') === created);
          const what = `${route} was answered ${dated.status} with other dates in its body`;
          const [of, to] = [dateIn(context, last, 'createdAt'), dateIn(context, last, 'updatedAt')];
          expectThat(last, '/createdAt', `the same as before: ${what}`, () => of === created);
          expectThat(last, '/updatedAt', `no earlier date than before: ${what}`, () => to >= is);
        };
      }),
  },
];
