import fc from 'fast-check';
import { valueAt } from '../../core/json.ts';
import { expectAccepted, expectAnswer, expectThat } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';
import { recordOf } from '../arbitraries.ts';
import { property } from '../property.ts';

const limit = 255;

/** The text that is sent: ASCII, then a repeated piece, then ASCII again. */
interface Shape {
  lead: number;
  piece: string;
  times: number;
  tail: number;
}

const filler = (length: number): string =>
  Array.from({ length: Math.ceil(length / 4) }, (_, at) => String(at).padStart(4, '-'))
    .join('')
    .slice(0, length);

const textOf = (name: string, { lead, piece, times, tail }: Shape): string =>
  name + filler(lead - name.length) + piece.repeat(times) + filler(tail);

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first 255 characters, counted as UTF-16 units, as code points and as graphemes. */
const cutsOf = (text: string): string[] => [
  text.slice(0, limit),
  Array.from(text).slice(0, limit).join(''),
  Array.from(graphemes.segment(text), ({ segment }) => segment)
    .slice(0, limit)
    .join(''),
];

/** Removes the half characters that a cut may leave at the end. None of them is drawn. */
const withoutHalf = (text: string): string => text.replace(/[\p{Cs}\ufffd?]+$/u, '');

/** Whether every storage keeps the piece: it is visible and in its normalized form. */
const isPlain = (piece: string): boolean =>
  !/[\p{C}\p{Z}\ufffd?]/u.test(piece) && piece.repeat(2).normalize('NFKC') === piece.repeat(2);

/** Characters of one to eleven UTF-16 units and two to twenty-five bytes, some of several code points. */
const piece = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.constantFrom('é', '漢', '😀', 'q̃', '🇧🇷', '👩‍👩‍👧‍👦') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }).filter(isPlain) },
);

const shape: fc.Arbitrary<Shape> = recordOf({
  lead: fc.oneof(fc.integer({ min: 60, max: 120 }), fc.integer({ min: 248, max: 256 })),
  piece,
  times: fc.oneof(
    fc.nat({ max: 3 }),
    fc.integer({ min: 4, max: 40 }),
    fc.integer({ min: 40, max: 140 }),
    fc.integer({ min: 140, max: 260 }),
  ),
  tail: fc.oneof(
    { weight: 4, arbitrary: fc.nat({ max: 5 }) },
    { weight: 1, arbitrary: fc.integer({ min: 100, max: 260 }) },
    { weight: 1, arbitrary: fc.integer({ min: 600, max: 3000 }) },
  ),
});

/** The length that every server and gateway accepts in a path. */
const maxLookupLength = 2000;

export const couponExternalIds = property({
  id: 'LAW-23',
  text: 'The `externalId` of a coupon is any text, truncated to 255 characters, and finds the coupon',
  source: 'Endpoints › Rules per endpoint',
  statements: ['S149'],
  rules: ['LIM-2', 'LIM-3', 'COUP-16', 'COUP-2'],
  level: 'must',
  needs: ['writes'],
  cases: { quick: 8, full: 60 },
  drawn: shape,
  async holds({ get, post, given, body, unique }, drawn) {
    const { phone } = await given.owner();
    const sent = textOf(unique.name('long'), drawn);
    const code = unique.name('code');
    expectAccepted(await post('/coupons', { body: body.coupon({ phone, code, externalId: sent }) }));
    const read = mustBeAccepted(await get(path`/coupons/code/${code}`), 'reading back the coupon');
    const kept = new Set(cutsOf(sent).map(withoutHalf));
    const isCut = (shown: unknown): boolean => typeof shown === 'string' && kept.has(withoutHalf(shown));
    expectThat(read, '/externalId', `what was sent, or its first ${limit} characters in some way of counting`, isCut);
    const stored = valueAt(read.body, '/externalId');
    // half a character may be shown differently from what is stored
    if (typeof stored !== 'string' || stored !== withoutHalf(stored)) return;
    if (encodeURIComponent(stored).length > maxLookupLength || /[/\\]/.test(stored)) return;
    expectAnswer(await get(path`/coupons/external/${stored}`), 200, { code, externalId: stored });
  },
});
