import { expectThat } from '../expect.ts';
import { isUtcDateTime, isUuid } from '../forms.ts';
import { mustStandAtTheTop } from '../open-body.ts';
import { path } from '../path.ts';
import { type RecordKind, recordKinds } from '../record-kinds.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const source = 'Resources and their fields › Common conventions';

const onlyFiltered = 'The document says that records have both dates, not that every lookup returns them.';

const utc = 'a date-time in UTC that ends in Z';

const identified = (id: Rule['id'], { title, needs, given }: RecordKind): Rule => ({
  id,
  text: `${title} has a UUID of the service's own as its id`,
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
  text: `${title} shows when it was created and last updated, in UTC`,
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

const named = (id: Rule['id'], { title, needs, given }: RecordKind): Rule => ({
  id,
  text: `${title} keeps the partner's externalId as it was sent, apart from its own id`,
  source,
  statements: ['S035', 'S039'],
  level: 'must',
  needs,
  async check(context) {
    const { read, externalId, id } = await given(context);
    expectThat(read, '/externalId', String(externalId), (shown) => shown === externalId && shown !== id);
  },
});

const selfAssigned = (id: Rule['id'], { title, needs, creating, hasOpenBody }: RecordKind): Rule => ({
  id,
  text: `${title} gets its id from the service also when the body brings one`,
  source,
  statements: ['S034'],
  level: 'must',
  needs,
  async check(context) {
    const { createPath, fresh } = await creating(context);
    const { body, lookup } = fresh();
    const sent = context.unique.uuid();
    mustBeAccepted(await context.post(createPath, { body: { ...body, id: sent } }), `creating ${title.toLowerCase()}`);
    const read = await context.get(lookup);
    if (hasOpenBody) mustStandAtTheTop(context, mustBeAccepted(read, `reading back ${title.toLowerCase()}`));
    expectThat(read, '/id', `another than ${sent}`, (shown) => typeof shown === 'string' && shown !== sent);
  },
});

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
    text: 'A user has a UUID as its id',
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
  {
    id: 'CONV-85',
    text: 'A user shows when it was created and last updated, in UTC',
    source,
    statements: ['S036', 'S114'],
    level: 'should',
    inferred: onlyFiltered,
    needs: ['known user'],
    async check(context) {
      const { get, users } = context;
      const read = mustBeAccepted(await get(path`/users/${users.known().id}`), 'reading the known user');
      mustStandAtTheTop(context, read);
      expectThat(read, '/createdAt', utc, isUtcDateTime);
      expectThat(read, '/updatedAt', utc, isUtcDateTime);
    },
  },
];
