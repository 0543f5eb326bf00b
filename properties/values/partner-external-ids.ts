import fc from 'fast-check';
import { valueAt } from '../../core/json.ts';
import { expectAccepted, expectAnswer } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';
import { recordOf, someOf } from '../arbitraries.ts';
import { offeredKinds, partnerKinds } from '../partner-kinds.ts';
import { property } from '../property.ts';

/** Characters and sequences with a meaning in a path or a query, or after a second decoding. */
const signs = [' ', '+', '%', '&', '=', '?', '#', ';', ':', '@', ',', '$', '!', '*', "'", '(', ')', '~', '|', '"', '^'];
const escapes = ['%20', '%2B', '%25', '%41', '%3F', '%C3%A7', '%ZZ', '&amp;', '+%2B', 'a..b', '\u{1f600}'];

/** Letters in their normalized form, which every storage keeps. */
const letters = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 4 })
  .filter((text) => /^[\p{L}\p{N}]+$/u.test(text) && text.normalize('NFKC') === text);

const part = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.constantFrom(...signs) },
  { weight: 3, arbitrary: fc.constantFrom(...escapes) },
  { weight: 2, arbitrary: letters },
);

/** Without slashes, at which gateways may split a path. */
const awkward = someOf(part, 6).map((parts) => parts.join(''));

export const partnerExternalIds = property({
  id: 'LAW-24',
  text: 'An order, a store or an abandoned cart is found by its `externalId`, whatever characters it has',
  source: 'Endpoints › Endpoints table',
  statements: ['S123'],
  rules: ['ORD-14', 'STORE-2', 'CART-2'],
  level: 'should',
  inferred: 'The document does not say which characters an `externalId` may hold.',
  needs: ['create orders'],
  cases: { quick: 10, full: 40 },
  drawn: (profile) => recordOf({ kind: fc.constantFrom(...offeredKinds(profile, ({ made }) => made)), awkward }),
  async holds(context, drawn) {
    const { get, post, paths, unique, unverified } = context;
    const kind = partnerKinds[drawn.kind];
    const { body } = await kind.making(context);
    const create = (externalId: string) => post(kind.create(paths), { body: body(externalId) });
    const find = (externalId: string) => get(kind.root + path`/external/${externalId}`);
    const plain = unique.name('plain');
    mustBeAccepted(await create(plain), `creating ${kind.name}`);
    const control = mustBeAccepted(await find(plain), `reading ${kind.name}`);
    if (valueAt(control.body, '/externalId') !== plain) {
      unverified('not-observable', `the lookup of ${kind.name} does not show its externalId at its top`);
    }
    const externalId = `${unique.name('awkward')}${drawn.awkward}z`;
    expectAccepted(await create(externalId));
    expectAnswer(await find(externalId), 200, { externalId });
  },
});
