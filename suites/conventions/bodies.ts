import { expectNothing, expectRefusal, expectThat } from '../judge/expect.ts';
import { expectListedRefusal, expectNamed } from '../records/listed-refusal.ts';
import { type RecordKind, type RecordUpdate, recordKinds, recordUpdates } from '../records/record-kinds.ts';
import { expectStillThere } from '../records/still-there.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

/** A body cut short, one with a trailing comma, and one with text after it. None is JSON. */
export const malformations = [
  (json: string) => json.slice(0, -1),
  (json: string) => json.replace(/\}$/, ',}'),
  (json: string) => `${json} and more`,
];

const malformed = (id: Rule['id'], { title, needs, creating }: RecordKind): Rule => ({
  id,
  text: `Creating ${title.toLowerCase()} with malformed JSON returns 400`,
  source: 'Endpoints › Response conventions',
  statements: ['S096', 'S192'],
  level: 'must',
  needs,
  async check(context) {
    const { createPath, fresh } = await creating(context);
    const posted = await context.post(createPath, { body: fresh().body });
    const control = mustBeAccepted(posted, `creating ${title.toLowerCase()}`);
    for (const malform of malformations) {
      const refused = await context.post(createPath, { text: malform(JSON.stringify(fresh().body)) });
      expectRefusal(refused, { status: 400, control });
    }
  },
});

const malformedUpdate = (id: Rule['id'], { route, needs, given }: RecordUpdate): Rule => ({
  id,
  text: `\`${route}\` with malformed JSON returns 400`,
  source: 'Endpoints › Response conventions',
  statements: ['S096', 'S192'],
  level: 'must',
  needs,
  async check(context) {
    const { putPath, change } = await given(context);
    const json = JSON.stringify(change().body);
    const control = mustBeAccepted(await context.put(putPath, { text: json }), `${route} with the well-formed body`);
    for (const malform of malformations) {
      expectRefusal(await context.put(putPath, { text: malform(json) }), { status: 400, control });
    }
  },
});

/** Headers of a request without `Content-Type`. */
export const untyped = { 'content-type': null };

const ignored = (id: Rule['id'], { title, needs, creating }: RecordKind, required: readonly string[] = []): Rule => ({
  id,
  text:
    required.length > 0
      ? `Creating ${title.toLowerCase()} without \`Content-Type\` returns 400, lists ${required.join(', ')} as missing and stores nothing`
      : `Creating ${title.toLowerCase()} without \`Content-Type\` returns 400 with an array and stores nothing`,
  source: 'Endpoints',
  statements: ['S093', 'S165', 'S192'],
  level: 'must',
  needs,
  async check(context) {
    const { createPath, fresh } = await creating(context);
    const { body, lookup } = fresh();
    const refused = await context.post(createPath, { body, headers: untyped });
    // created after the refusal: a target with late reads that shows it also shows the refused one
    const known = fresh();
    const posted = await context.post(createPath, { body: known.body });
    const control = mustBeAccepted(posted, `creating ${title.toLowerCase()}`);
    expectListedRefusal(refused, control);
    for (const field of required) expectNamed(refused, field);
    const stored = await context.get(known.lookup);
    expectNothing(await context.get(lookup), { what: 'no record', control: stored });
  },
});

const ignoredUpdate = (id: Rule['id'], { route, needs, given }: RecordUpdate): Rule => ({
  id,
  text: `\`${route}\` without \`Content-Type\` returns 400 with an array and changes nothing`,
  source: 'Endpoints',
  statements: ['S093', 'S165', 'S192'],
  level: 'must',
  needs,
  async check(context) {
    const { putPath, lookup, change } = await given(context);
    const before = await context.get(lookup);
    const { body, isMade } = change();
    const refused = await context.put(putPath, { body, headers: untyped });
    const unchanged = await context.get(lookup);
    const control = mustBeAccepted(await context.put(putPath, { body }), `${route} with its Content-Type`);
    expectRefusal(refused, { status: 400, control });
    expectThat(refused, '/message', 'a list', Array.isArray);
    expectStillThere(unchanged, { before, what: 'the record as it was', isUntouched: (record) => !isMade(record) });
  },
});

export const bodies: readonly Rule[] = [
  malformed('CONV-57', recordKinds.customer),
  malformed('CONV-58', recordKinds.product),
  malformed('CONV-59', recordKinds.order),
  malformed('CONV-60', recordKinds.store),
  malformed('CONV-61', recordKinds.cart),
  malformed('CONV-62', recordKinds.coupon),
  malformed('CONV-63', recordKinds.sharedCoupon),
  malformedUpdate('CONV-64', recordUpdates.customer),
  malformedUpdate('CONV-65', recordUpdates.product),
  malformedUpdate('CONV-66', recordUpdates.order),
  malformedUpdate('CONV-67', recordUpdates.store),
  malformedUpdate('CONV-68', recordUpdates.cart),
  malformedUpdate('CONV-69', recordUpdates.couponById),
  malformedUpdate('CONV-70', recordUpdates.couponByCode),
  ignored('CONV-71', recordKinds.customer),
  ignored('CONV-72', recordKinds.product),
  ignored('CONV-73', recordKinds.order),
  ignored('CONV-74', recordKinds.store),
  ignored('CONV-75', recordKinds.cart),
  ignored('CONV-76', recordKinds.coupon, ['code', 'amount', 'phone']),
  ignored('CONV-77', recordKinds.sharedCoupon),
  ignoredUpdate('CONV-78', recordUpdates.customer),
  ignoredUpdate('CONV-79', recordUpdates.product),
  ignoredUpdate('CONV-80', recordUpdates.order),
  ignoredUpdate('CONV-81', recordUpdates.store),
  ignoredUpdate('CONV-82', recordUpdates.cart),
  ignoredUpdate('CONV-83', recordUpdates.couponById),
  ignoredUpdate('CONV-84', recordUpdates.couponByCode),
];
