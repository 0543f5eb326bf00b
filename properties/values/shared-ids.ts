import fc from 'fast-check';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../../suites/check-context.ts';
import { expectAnswer, expectThat } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import { mustBeAccepted, mustNotBeProfilesFault } from '../../suites/session/given.ts';
import { someOf } from '../arbitraries.ts';
import { property } from '../property.ts';

const source = 'Endpoints › Rules per endpoint';
const maxId = 2_147_483_647;

/** The integers as which a number may be stored. Halves may be rounded either way, and 0 is outside the documented range. */
const roundingsOf = (number: number): number[] => {
  const below = Math.floor(number);
  const halves = number - below === 0.5 ? [below, below + 1] : [Math.round(number)];
  return halves.flatMap((rounded) => (rounded === 0 ? [0, 1] : [Math.min(maxId, rounded)]));
};

/** Asserts the `externalId` of a lookup. Whether it is a string or a number is open. */
const expectStored = (read: Exchange, sent: string, stored: readonly number[]): void => {
  const texts = [...new Set(stored)].map(String);
  expectThat(
    read,
    '/externalId',
    `${texts.join(' or ')} (sent: ${sent})`,
    (shown) => (typeof shown === 'number' || typeof shown === 'string') && texts.includes(String(shown)),
  );
};

/** Registers a shared coupon with an `externalId` in JSON notation, and reads it back by its code. */
const registered = async ({ get, post, body, unique }: CheckContext, json: string): Promise<Exchange> => {
  const code = unique.name('shared');
  const mark = unique.name('mark');
  // JSON.stringify would write the number in only one way
  const text = JSON.stringify(body.sharedCoupon({ code, externalId: mark })).replace(`"${mark}"`, () => json);
  const answer = await post('/coupons/shared', { text });
  await mustNotBeProfilesFault(answer, () => post('/coupons/shared', { body: body.sharedCoupon() }));
  expectAnswer(answer, 200);
  return mustBeAccepted(await get(path`/coupons/code/${code}`), 'reading back the shared coupon');
};

interface SentNumber {
  number: number;
  /** The number in one of its JSON notations. */
  written: string;
}

const withExponent = (number: number): string => {
  const [mantissa, exponent] = number.toExponential().split('e');
  return `${mantissa}E${exponent}`;
};

const withDecimals = (number: number): string => {
  const text = String(number);
  if (text.includes('e')) return text;
  return text.includes('.') ? `${text}0` : `${text}.00`;
};

/** From the smallest to far more than the largest, with the limits of number types. */
const whole = fc.oneof(
  { withCrossShrink: true },
  fc.integer({ min: 1, max: 1000 }),
  fc.integer({ min: 1, max: maxId }),
  fc.integer({ min: maxId - 3, max: maxId + 3 }),
  // odd, and too large for 24 bits
  fc.integer({ min: 2 ** 23, max: 2 ** 30 - 1 }).map((half) => 2 * half + 1),
  fc
    .tuple(fc.constantFrom(2 ** 32, 2 ** 33, 2 ** 40, 2 ** 52, 1e10, 1e15), fc.nat({ max: 3 }))
    .map(([edge, more]) => edge + more),
  fc.constantFrom(1e16, 2 ** 63, 2 ** 64, 1e20, 1e21, 1.5e22, 7e30),
);

const fraction = fc.constantFrom(0, 0.4, 0.6, 0.1, 0.9, 0.5, 0.49, 0.51, 0.45, 0.55, 0.25, 0.75, 0.001, 0.999);

const sentNumber: fc.Arbitrary<SentNumber> = fc
  .tuple(
    whole,
    fc.oneof(fc.constant(0), fraction),
    fc.oneof({ weight: 3, arbitrary: fc.constant(String) }, fc.constantFrom(withDecimals, withExponent)),
  )
  .map(([integer, part, write]) => ({ number: integer + part, written: write(integer + part) }));

/** The leading numbers that a parser may read: with or without decimals, with or without an exponent. */
const readingsOf = (text: string): number[] => {
  const forms = [/^\d+/, /^\d+\.\d+/, /^\d+(\.\d+)?e[+-]?\d+/i];
  const numbers = forms.flatMap((form) => form.exec(text)?.[0] ?? []).map(Number);
  // the document says 0 for a string without a number, although its range begins at 1
  return numbers.length === 0 ? [0] : numbers.flatMap(roundingsOf);
};

/** Whether no parser reads the text as part of a number: it begins with no digit, sign, separator or hexadecimal `x`. */
const isNoNumber = (text: string): boolean => text === '' || !/^[\p{N}\p{C}\p{Z}\p{M}.,'’_+\-−xX]/u.test(text);

const words = fc.oneof(
  { withCrossShrink: true },
  fc.constantFrom('abc', 'natal', '/05', ':30', '%', 'O1', 'l0', 'six 6', '五', '😀7'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter(isNoNumber),
  fc.integer({ min: 1, max: 300 }).map((length) => 'a'.repeat(length)),
);

const digits = fc.oneof(
  { withCrossShrink: true },
  fc.nat({ max: 99_999 }).map(String),
  fc.integer({ min: 1, max: maxId }).map(String),
  fc.integer({ min: maxId - 3, max: maxId + 3 }).map(String),
  fc
    .tuple(
      fc.constantFrom('0', '00', '0000000000'),
      fc.oneof(fc.integer({ min: 8, max: 777 }), fc.integer({ min: 1, max: maxId })),
    )
    .map(([zeros, n]) => zeros + n),
  fc.bigInt({ min: 2n ** 32n - 2n, max: 2n ** 32n + 99n }).map(String),
  fc.bigInt({ min: 10n ** 10n, max: 10n ** 25n }).map(String),
);

const decimals = fc.constantFrom('.5', '.4', '.6', '.25', '.999', '.0');
const exponents = fc.constantFrom('e3', 'E2', 'e+4', 'e-1', 'e12');

/** A number that the text does not start with. */
const later = fc
  .tuple(fc.constantFrom('a', '#', '(', 'nº ', 'R$ ', '/', ':', '%', 'id'), digits)
  .map(([start, number]) => start + number);

const sentText = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(digits, fc.oneof(fc.constant(''), words)).map((parts) => parts.join('')) },
  { weight: 2, arbitrary: words },
  { weight: 2, arbitrary: later },
  {
    weight: 1,
    arbitrary: fc.tuple(digits, decimals, fc.constantFrom('', 'kg', ' de maio')).map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.tuple(fc.nat({ max: 999 }), exponents).map((parts) => parts.join('')) },
);

const cases = { quick: 10, full: 60 };

export const sharedIds = [
  property({
    id: 'LAW-25',
    text: 'A number sent as the `externalId` of a shared coupon is rounded, and stored as 2147483647 if it is larger',
    source,
    statements: ['S147'],
    rules: ['SHARED-3', 'SHARED-6', 'SHARED-7', 'LIM-4', 'LIM-5'],
    level: 'must',
    needs: ['shared coupons'],
    cases,
    drawn: someOf(sentNumber, 3),
    async holds(context, sent) {
      for (const { number, written } of sent) {
        expectStored(await registered(context, written), written, roundingsOf(number));
      }
    },
  }),
  property({
    id: 'LAW-26',
    text: 'A string sent as the `externalId` of a shared coupon is stored as the number it starts with, or as 0',
    source,
    statements: ['S147'],
    rules: ['SHARED-4', 'SHARED-5'],
    level: 'must',
    needs: ['shared coupons'],
    cases,
    drawn: someOf(sentText, 3),
    async holds(context, sent) {
      for (const text of sent) {
        const json = JSON.stringify(text);
        expectStored(await registered(context, json), json, readingsOf(text));
      }
    },
  }),
];
