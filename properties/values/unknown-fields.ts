import fc from 'fast-check';
import { valueAt } from '../../core/json.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { missingCapabilities } from '../../suites/capability.ts';
import type { CheckContext } from '../../suites/check-context.ts';
import { expectAccepted, expectAnswer, expectHolds, expectThat } from '../../suites/judge/expect.ts';
import { mustStandAtTheTop } from '../../suites/records/open-body.ts';
import { type RecordKind, recordKinds } from '../../suites/records/record-kinds.ts';
import { mustBeAccepted, mustNotBeProfilesFault } from '../../suites/session/given.ts';
import { recordOf, someOf } from '../arbitraries.ts';
import { property } from '../property.ts';

const kinds: readonly RecordKind[] = Object.values(recordKinds);

/** The kinds that a target offers. Coupons are always included, because the property itself needs them. */
const offered = (profile: Profile): RecordKind['name'][] =>
  kinds
    .filter((kind) => kind === recordKinds.coupon || missingCapabilities(profile, kind.needs).length === 0)
    .map(({ name }) => name);

/** Names that no service gives to a field. */
const name = fc.oneof(
  { withCrossShrink: true },
  fc.constantFrom('nobodyKnows', 'nobody_knows', 'nobody-knows', 'nobody.knows', 'nobody[0]', 'niemand weiß', '誰も'),
  fc.constantFrom('__typename', '@type', '#text', '%', '0', '-1', '', ' '),
  fc.integer({ min: 40, max: 250 }).map((length) => 'nobody'.repeat(50).slice(0, length)),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).map((text) => `nobody ${text}`),
);

/** Names that firewalls and strict parsers may refuse: names of prototypes and operators, and long ones. */
const suspectName = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__class__'),
  fc.constantFrom('$where', '$set', '$ref', '{{nobody}}'),
  fc.integer({ min: 251, max: 1000 }).map((length) => 'nobody'.repeat(200).slice(0, length)),
);
const ofPrototypes = /__proto__|constructor|prototype|toString|valueOf|hasOwnProperty|__\w+__/;

/** Objects that would change the record if a platform merged them into it. */
const lookLikeRecords = fc.constantFrom<object>(
  { status: 'canceled' },
  { amount: 77, type: 'fixed_cart', minPurchaseValue: 7 },
  { externalId: 'of nobody', code: 'OF-NOBODY' },
  { used: true, isValid: false, acumulative: true },
  { name: 'Nobody', firstName: 'Nobody', provider: 'nobody' },
);

const nestedIn = (depth: fc.Arbitrary<number>): fc.Arbitrary<unknown> =>
  fc.tuple(depth, fc.boolean(), lookLikeRecords).map(([depth, isList, innermost]) => {
    let value: unknown = innermost;
    for (let level = 0; level < depth; level++) value = isList ? [value] : { nobody: value };
    return value;
  });

/** Four values, with their names and the record, stay below 4 KB. */
const maxOfAValue = 500;

const value: fc.Arbitrary<unknown> = fc.oneof(
  { withCrossShrink: true },
  fc.constantFrom<unknown>(null, true, '', 0, [], {}),
  lookLikeRecords,
  fc.array(lookLikeRecords, { minLength: 1, maxLength: 2 }),
  nestedIn(fc.integer({ min: 1, max: 16 })),
  fc.jsonValue({ maxDepth: 3 }).filter((drawn) => {
    const text = JSON.stringify(drawn);
    return text.length < maxOfAValue && !ofPrototypes.test(text);
  }),
  fc.integer({ min: 100, max: maxOfAValue }).map((length) => 'x'.repeat(length)),
);

const suspectValue: fc.Arbitrary<unknown> = fc.oneof(
  value,
  fc.constant({ prototype: { status: 'canceled', amount: 77 } }),
  nestedIn(fc.integer({ min: 17, max: 30 })),
  fc.integer({ min: maxOfAValue, max: 20_000 }).map((length) => 'x'.repeat(length)),
);

/** Fields whose values depend only on the request, in every kind of record. */
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

interface Drawn {
  kind: RecordKind['name'];
  fields: [name: string, value: unknown][];
}

const drawnOf =
  (field: fc.Arbitrary<[string, unknown]>) =>
  (profile: Profile): fc.Arbitrary<Drawn> =>
    recordOf({ kind: fc.constantFrom(...offered(profile)), fields: someOf(field, 4) });

/** Asserts that a record created with unknown fields is returned as one without them. */
const expectIgnored = async (
  context: CheckContext,
  { kind: kindName, fields }: Drawn,
  mayRefuse = false,
): Promise<void> => {
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
  // an object literal would treat a field named __proto__ differently
  const sent = Object.fromEntries([...fields, ...Object.entries(body)]);
  const answer = await post(createPath, { body: sent });
  if (mayRefuse && (answer.status === 400 || answer.status === 403)) {
    expectHolds(answer, 'status', 'accepted, or refused as a firewall does', answer.status, true);
    return;
  }
  await mustNotBeProfilesFault(answer, () => post(createPath, { body: fresh().body }));
  expectAccepted(answer);
  const read = await get(lookup);
  expectAnswer(read, 200);
  for (const [field] of asSent) expectAnswer(read, 200, { [field]: body[field] });
  for (const { field, shown } of alike) {
    expectThat(read, `/${field}`, `${shown}, as without the unknown fields`, (other) => other === shown);
  }
};

const about = {
  source: 'Resources and their fields › Common conventions',
  statements: ['S037'],
  rules: ['CONV-42', 'CONV-43', 'CONV-44', 'CONV-45', 'CONV-46', 'CONV-47', 'CONV-48'],
  needs: ['writes'],
} as const;

export const unknownFields = property({
  ...about,
  id: 'LAW-27',
  text: 'A record that is created with unknown fields is returned as if it had been created without them',
  level: 'must',
  cases: { quick: 10, full: 60 },
  drawn: drawnOf(fc.tuple(name, value)),
  holds: (context, drawn) => expectIgnored(context, drawn),
});

export const suspectFields = property({
  ...about,
  id: 'LAW-29',
  text: 'A record that is created with suspicious or large unknown fields is refused, or returned as if created without them',
  level: 'should',
  inferred: 'The document says nothing of a firewall, nor how large a body may be.',
  cases: { quick: 6, full: 30 },
  drawn: drawnOf(fc.tuple(fc.oneof(suspectName, name), suspectValue)),
  holds: (context, drawn) => expectIgnored(context, drawn, true),
});
