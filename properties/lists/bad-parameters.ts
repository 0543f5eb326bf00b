import fc from 'fast-check';
import { expectRefusal, expectThat } from '../../suites/judge/expect.ts';
import { longAgo } from '../../suites/records/listing.ts';
import { recordOf, someOf } from '../arbitraries.ts';
import { property } from '../property.ts';
import { listPath, readableLists } from './listed-kinds.ts';

const source = 'Endpoints › Paginated lists';

/** A text that is close to a whole number, and how it differs from one. */
interface NearNumber {
  sent: string;
  slip: string;
}

const near = (slip: string, sent: string): NearNumber => ({ sent, slip });
const small = fc.integer({ min: 1, max: 60 });

const nearNumber: fc.Arbitrary<NearNumber> = fc.oneof(
  { withCrossShrink: true },
  fc.constant(near('nothing', '')),
  small.map((number) => near('negative', String(-number))),
  fc.constantFrom('0', '-0', '00', '0.0').map((sent) => near('zero', sent)),
  fc.tuple(small, fc.integer({ min: 1, max: 99 })).map(([whole, part]) => near('a fraction', `${whole}.${part}`)),
  fc.tuple(small, fc.constantFrom(',', '_', '/', ' ')).map(([n, mark]) => near('separated', `${n}${mark}0`)),
  fc.tuple(small, fc.constantFrom(' ', '\t', '0', '+')).map(([n, pad]) => near('padded before', `${pad}${n}`)),
  fc.tuple(small, fc.constantFrom(' ', '\n', '.', '.0')).map(([n, pad]) => near('padded after', `${n}${pad}`)),
  fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom('e1', 'E2', 'e3', 'e-1'))
    .map(([n, e]) => near('an exponent', n + e)),
  fc.constantFrom('0x10', '0b11', '0o17', '1n', '５', '٣').map((sent) => near('other digits', sent)),
  fc.constantFrom('51', '100', '1000', '65537', '2147483648', '9007199254740993').map((sent) => near('huge', sent)),
  fc
    .constantFrom('ten', 'null', 'undefined', 'NaN', 'Infinity', 'true', '1st', 'x1')
    .map((sent) => near('a word', sent)),
);

const isWhole = (value: unknown, most: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;

export const nearNumbers = property({
  id: 'LAW-66',
  text: 'A `page` or `pageSize` close to a legal value is refused with 400 or 422, or read as a legal value that the list returns',
  source,
  statements: ['S101', 'S100', 'S215', 'S216'],
  rules: ['PAG-2', 'PAG-5', 'PAG-14', 'PAG-15', 'PAG-16', 'PAG-17', 'PAG-18', 'PAG-19'],
  level: 'must',
  cases: { quick: 8, full: 30 },
  drawn: (profile) =>
    recordOf({
      list: fc.constantFrom(...readableLists(profile)),
      parameter: fc.constantFrom('page', 'pageSize'),
      values: someOf(nearNumber, 5),
    }),
  async holds(context, { list, parameter, values }) {
    const ask = (query: object) =>
      context.get(listPath(context, list), { query: { after: longAgo, page: 1, pageSize: 10, ...query } });
    const control = await ask({});
    for (const { sent } of values) {
      const answer = await ask({ [parameter]: sent });
      if (answer.status !== 200) {
        expectRefusal(answer, { status: [400, 422], control });
        continue;
      }
      // how such a text is read is open, but the list must use a legal value and return it
      const most = parameter === 'page' ? Number.POSITIVE_INFINITY : 50;
      expectThat(answer, `/pagination/${parameter}`, 'a whole number within the bounds', (reported) =>
        isWhole(reported, most),
      );
      expectThat(answer, '/data', 'at most 50 records', (data) => Array.isArray(data) && data.length <= 50);
    }
  },
});

/** Texts that no parser reads as a date: almost dates, and words. */
const noDate: fc.Arbitrary<string> = fc.oneof(
  fc.constant(''),
  fc.integer({ min: 13, max: 99 }).map((month) => `2026-${month}-05T10:00:00Z`),
  fc.constantFrom('2O26-01-05T10:00:00Z', '2026-0l-05T10:00:00Z', '2026-01-05T1O:00:00Z'),
  fc.constantFrom(' to ', '..', '_').map((mark) => `2026-01-05T10:00:00Z${mark}2026-01-06T10:00:00Z`),
  fc.constantFrom('no-date', 'undefined', 'completed', 'YYYY-MM-DDThh:mm:ss-03:00'),
);

export const noDates = property({
  id: 'LAW-67',
  text: 'Every list refuses an `after` that is not a date in any form with 422 `Invalid after date`',
  source,
  statements: ['S099', 'S198'],
  rules: ['PAG-4', 'PAG-14', 'PAG-15', 'PAG-16', 'PAG-17', 'PAG-18', 'PAG-19'],
  level: 'must',
  cases: { quick: 8, full: 30 },
  drawn: (profile) => recordOf({ list: fc.constantFrom(...readableLists(profile)), values: someOf(noDate, 5) }),
  async holds(context, { list, values }) {
    const ask = (after: string) => context.get(listPath(context, list), { query: { after, page: 1, pageSize: 10 } });
    const control = await ask(longAgo);
    for (const after of values) {
      expectRefusal(await ask(after), { status: 422, message: 'Invalid after date', control });
    }
  },
});
