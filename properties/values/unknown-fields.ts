import fc from 'fast-check';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { missingCapabilities } from '../../suites/capability.ts';
import { expectAccepted, expectAnswer, expectThat } from '../../suites/expect.ts';
import { valueAt } from '../../suites/json.ts';
import { mustStandAtTheTop } from '../../suites/open-body.ts';
import { type RecordKind, recordKinds } from '../../suites/record-kinds.ts';
import { mustBeAccepted, mustNotBeProfilesFault } from '../../suites/session/given.ts';
import { law } from '../law.ts';
import { someOf } from '../some-of.ts';

const kinds: readonly RecordKind[] = Object.values(recordKinds);

/** The kinds that a target offers; coupons always, because the law's own `needs` are about them. */
const offered = (profile: Profile): RecordKind['name'][] =>
  kinds
    .filter((kind) => kind === recordKinds.coupon || missingCapabilities(profile, kind.needs).length === 0)
    .map(({ name }) => name);

/** Names that no service gives to a field: of nonsense, of what languages and databases keep for themselves, or hardly any. */
const name = fc.oneof(
  { withCrossShrink: true },
  fc.constantFrom('nobodyKnows', 'nobody_knows', 'nobody-knows', 'nobody.knows', 'nobody[0]', 'niemand weiß', '誰も'),
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__class__', '__typename'),
  fc.constantFrom('$where', '$set', '$ref', '@type', '#text', '{{nobody}}', '%', '0', '-1', '', ' '),
  fc.integer({ min: 40, max: 1000 }).map((length) => 'nobody'.repeat(200).slice(0, length)),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).map((text) => `nobody ${text}`),
);

/** What would change the record if it were taken for a part of it. */
const lookLikeRecords = fc.constantFrom<object>(
  { status: 'canceled' },
  { amount: 77, type: 'fixed_cart', minPurchaseValue: 7 },
  { externalId: 'of nobody', code: 'OF-NOBODY' },
  { used: true, isValid: false, acumulative: true },
  { name: 'Nobody', firstName: 'Nobody', provider: 'nobody' },
  { prototype: { status: 'canceled', amount: 77 } },
);

const nested = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.boolean(), lookLikeRecords)
  .map(([depth, isList, innermost]) => {
    let value: unknown = innermost;
    for (let level = 0; level < depth; level++) value = isList ? [value] : { nobody: value };
    return value;
  });

const value: fc.Arbitrary<unknown> = fc.oneof(
  { withCrossShrink: true },
  fc.constantFrom<unknown>(null, true, '', 0, [], {}),
  lookLikeRecords,
  fc.array(lookLikeRecords, { minLength: 1, maxLength: 2 }),
  nested,
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer({ min: 100, max: 20_000 }).map((length) => 'x'.repeat(length)),
);

/** Fields that a record has, whatever kind it is, and whose values follow from what was sent. */
const settled = [
  'status',
  'couponCode',
  'couponUsed',
  'type',
  'amount',
  'minPurchaseValue',
  'used',
  'isValid',
  'acumulative',
  'provider',
];

export const unknownFields = law({
  id: 'LAW-27',
  text: 'Whatever fields beside the known ones a record is created with, it reads back as one that was created without them',
  source: 'Resources and their fields › Common conventions',
  rules: ['CONV-42', 'CONV-43', 'CONV-44', 'CONV-45', 'CONV-46', 'CONV-47', 'CONV-48'],
  level: 'must',
  needs: ['writes'],
  cases: { quick: 10, full: 60 },
  drawn: (profile) =>
    fc.record(
      {
        kind: fc.constantFrom(...offered(profile)),
        fields: someOf(fc.tuple(name, value), 4),
      },
      { noNullPrototype: true },
    ),
  async holds(context, { kind: kindName, fields }) {
    const { get, post } = context;
    const kind = kinds.find((each) => each.name === kindName) ?? recordKinds.coupon;
    const creating = `creating ${kind.title.toLowerCase()}`;
    const { createPath, fresh } = await kind.creating(context);
    const plain = fresh();
    mustBeAccepted(await post(createPath, { body: plain.body }), creating);
    const control = mustBeAccepted(await get(plain.lookup), 'reading it back');
    mustStandAtTheTop(context, control);
    const asSent = Object.entries(plain.body).filter(
      ([field, value]) => typeof value !== 'object' && valueAt(control.body, `/${field}`) === value,
    );
    const alike = settled.flatMap((field) => {
      const shown = valueAt(control.body, `/${field}`);
      return shown === undefined || typeof shown === 'object' ? [] : [{ field, shown }];
    });
    if (asSent.length + alike.length === 0) {
      return context.unverified('not-observable', `GET ${control.request.path} shows nothing that was sent`);
    }

    const { body, lookup } = fresh();
    // not an object literal's doing: a field may be called __proto__
    const sent = Object.fromEntries([...fields, ...Object.entries(body)]);
    const answer = await post(createPath, { body: sent });
    await mustNotBeProfilesFault(answer, () => post(createPath, { body: fresh().body }));
    expectAccepted(answer);
    const read = await get(lookup);
    expectAnswer(read, 200);
    for (const [field] of asSent) expectAnswer(read, 200, { [field]: body[field] });
    for (const { field, shown } of alike) {
      expectThat(read, `/${field}`, `${shown}, as without the unknown fields`, (other) => other === shown);
    }
  },
});
