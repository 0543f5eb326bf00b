import { as, bodies, calls, type Deviations, must, saleWrites, should, without } from './deviating.ts';
import type { Manners } from './manners.ts';

const hoursMs = 3_600_000;
const pad = (part: number): string => String(part).padStart(2, '0');
const partsOf = (value: unknown) => {
  const date = new Date(String(value));
  return { day: pad(date.getUTCDate()), month: pad(date.getUTCMonth() + 1), year: date.getUTCFullYear() };
};
const dayFirst = (value: unknown): string => {
  const { day, month, year } = partsOf(value);
  return `${day}/${month}/${year}`;
};
const withoutZone = (value: unknown): string => String(value).replace(/(Z|[+-]\d\d:\d\d)$/, '');
const dateAlone = (value: unknown): string => String(value).slice(0, 10);
const shifted = (value: unknown, hours: number): string =>
  new Date(Date.parse(String(value)) + hours * hoursMs).toISOString();

/** Changes a filter of lists. */
const filter = (name: string, change: (value: string) => string): Partial<Manners> =>
  calls('read list', ({ query }) => {
    const value = query?.[name];
    if (query !== undefined && value !== undefined) query[name] = change(value);
  });
const endsOf = (change: (text: string) => string | null): Partial<Manners> => ({
  keeps: (voucher) => ({ ...voucher, endsAt: voucher.endsAt === null ? null : change(voucher.endsAt) }),
});

const wrapsAt2038 = (endsAt: string): string =>
  // the number of seconds in 32 bits with a sign
  new Date((Math.floor(Date.parse(endsAt) / 1000) | 0) * 1000).toISOString();

/** Dates, times and zones. */
export const faultsOfDates: Deviations = {
  'after without a zone': must('sends `after` without a zone', 'S099 S110').by(filter('after', withoutZone)),
  'after as a date without time': should('sends `after` as a date without a time', 'S099 S110').by(
    filter('after', dateAlone),
  ),
  'after with the day first': must('sends `after` as `DD/MM/YYYY`', 'S099 S113').by(filter('after', dayFirst)),
  'after as milliseconds': must('sends `after` as milliseconds', 'S099').by(
    filter('after', (value) => String(Date.parse(value))),
  ),
  'after in the wrong zone': must('labels Brasília time in `after` as UTC, three hours late', 'S099 S110').by(
    filter('after', (value) => shifted(value, 3)),
  ),
  'after in the future': must('reads lists from a day after the one that was asked for', 'S099').by(
    filter('after', (value) => shifted(value, 24)),
  ),
  'after a second later': must('reads lists from a second after the moment that was asked for', 'S099').by(
    filter('after', (value) => shifted(value, 1 / 3600)),
  ),
  'after of now': must('sends the time of the call as `after`', 'S099').by(
    calls('read list', ({ query }, { now }) => {
      if (query !== undefined) query.after = new Date(now()).toISOString();
    }),
  ),
  'updatedAt without a zone': should('sends `updatedAt` without a zone', 'S102 S110').by(
    filter('updatedAt', withoutZone),
  ),
  'updatedAt as a date without time': should('sends `updatedAt` as a date without a time', 'S102').by(
    filter('updatedAt', dateAlone),
  ),
  'updatedAt with the day first': must('sends `updatedAt` as `DD/MM/YYYY`', 'S102 S113').by(
    filter('updatedAt', dayFirst),
  ),
  'updatedAt in the wrong zone': should('labels Brasília time in `updatedAt` as UTC, three hours late', 'S102').by(
    filter('updatedAt', (value) => shifted(value, 3)),
  ),
  'changes asked for by creation': must(
    'asks for what has changed with `after` in place of `updatedAt`',
    'S099 S102',
  ).by(
    calls('read list', ({ query }) => {
      if (query?.updatedAt === undefined) return;
      query.after = query.updatedAt;
      delete query.updatedAt;
    }),
  ),
  'only what changed just now': must('asks for every list with the moment of the request as `updatedAt`', 'S102').by(
    calls('read list', ({ query }, { now }) => {
      if (query !== undefined) query.updatedAt = new Date(now()).toISOString();
    }),
  ),
  'changes asked for by both': should('sends the time of the last change as `after` as well', 'S102').by(
    calls('read list', ({ query }) => {
      if (query?.updatedAt !== undefined) query.after = query.updatedAt;
    }),
  ),
  'expiry without a zone': should('sends `expiryDate` without a zone', 'S059 S110').by(
    as(['register voucher', 'register shared voucher'], 'expiryDate', withoutZone),
  ),
  'expiry as a date without time': should('sends `expiryDate` as a date without a time', 'S059 S110 S112').by(
    as('register voucher', 'expiryDate', dateAlone),
  ),
  'expiry with the day first': must('sends `expiryDate` as `DD/MM/YYYY`', 'S059 S113').by(
    as('register voucher', 'expiryDate', dayFirst),
  ),
  'expiry as milliseconds': should('sends `expiryDate` as a number', 'S059').by(
    as('register voucher', 'expiryDate', (value) => Date.parse(String(value))),
  ),
  'expiry in the wrong zone': should('labels Brasília time in `expiryDate` as UTC', 'S059 S110').by(
    as('register voucher', 'expiryDate', (value) => `${withoutZone(value)}Z`),
  ),
  'expiry a month early': should('counts months from 0 in `expiryDate`', 'S059').by(
    as('register voucher', 'expiryDate', (value) => shifted(value, -24 * 30)),
  ),
  'expiry with another offset': should('sends the offset of Brasília as `+03:00`', 'S059 S110').by(
    as('register voucher', 'expiryDate', (value) => String(value).replace('-03:00', '+03:00')),
  ),
  'expiry in words': should('sends `expiryDate` as a date in words', 'S059').by(
    as('register voucher', 'expiryDate', (value) => new Date(String(value)).toUTCString()),
  ),
  'no expiry': should('leaves out `expiryDate` of coupons that expire', 'S059').by(
    without('register voucher', 'expiryDate'),
  ),
  'empty expiry': should('sends an empty `expiryDate`', 'S059').by(bodies('register voucher', { expiryDate: '' })),
  'sale time without a zone': should('sends the time of a sale without a zone', 'S110').by(
    as(saleWrites, 'rungAt', withoutZone),
  ),
  'day of a sale without time': should('sends the day of a sale without a time', 'S110 S112').by(
    as(saleWrites, 'rungAt', (value) => String(value).slice(0, 10)),
  ),
  'sale time with the day first': must('sends the time of a sale as `DD/MM/YYYY hh:mm`', 'S110 S113').by(
    as(saleWrites, 'rungAt', (value) => `${dayFirst(value)} 10:30`),
  ),
  'sale time in seconds': should('sends the time of a sale in seconds', 'S110').by(
    as(saleWrites, 'rungAt', (value) => Math.floor(Date.parse(String(value)) / 1000)),
  ),
  'cart time without a zone': should('sends the time of an abandoned cart without a zone', 'S110').by(
    as('send basket', 'leftAt', withoutZone),
  ),
  'sale time on changes without a zone': should('sends the time of a sale without a zone when it changes', 'S110').by(
    as(['settle sale', 'void sale'], 'rungAt', withoutZone),
  ),
  'keeps expiry as local time': should('reads `expiryDate` of a coupon as Brasília time', 'S051 S114').by(
    endsOf((text) => shifted(text, 3)),
  ),
  'keeps expiry up to 2038': must('keeps `expiryDate` as seconds in 32 bits, which end in 2038', 'S051 S154 S186').by(
    endsOf(wrapsAt2038),
  ),
  'keeps expiry as a day': should('keeps only the date of `expiryDate`', 'S051').by(
    endsOf((text) => `${text.slice(0, 10)}T00:00:00.000Z`),
  ),
  'keeps no expiry': should('keeps coupons forever', 'S051').by(endsOf(() => null)),
  'keeps expiry with months from 0': should('keeps coupons for 30 days longer', 'S051').by(
    endsOf((text) => shifted(text, 720)),
  ),
  'keeps the end of the day': should('keeps coupons until the end of their last day', 'S051').by(
    endsOf((text) => `${text.slice(0, 10)}T23:59:59.999Z`),
  ),
  'takes expired coupons': should('uses coupons that have expired', 'S051').by({
    refuses: ({ code, least }, total, { ledger }) => (ledger.spent.has(code) || total < least ? 'no' : undefined),
  }),
  'takes coupons for three more hours': should('compares `expiryDate` with Brasília time', 'S051').by({
    refuses({ code, least, endsAt }, total, { ledger, now }) {
      const isOver = endsAt !== null && Date.parse(endsAt) + 3 * hoursMs <= now();
      return isOver || ledger.spent.has(code) || total < least ? 'no' : undefined;
    },
  }),
  'refuses coupons on their last day': should(
    'refuses coupons on the day on which they expire, and on the day before',
    'S051 S154',
  ).by({
    refuses({ code, least, endsAt }, total, { ledger, now }) {
      const isOver = endsAt !== null && Date.parse(endsAt) - 48 * hoursMs <= now();
      return isOver || ledger.spent.has(code) || total < least ? 'no' : undefined;
    },
  }),
  'expiry of shared coupons as a date without time': should(
    'sends `expiryDate` of shared coupons as a date without a time',
    'S110 S112',
  ).by(as('register shared voucher', 'expiryDate', dateAlone)),
  'sale time with the wrong zone': should('labels Brasília time of a sale as UTC', 'S110').by(
    bodies(saleWrites, (body) => ({ rungAt: `${withoutZone(body.rungAt)}Z` })),
  ),
  'list times with an offset as UTC': must(
    'reads the time that a list is asked for without its offset',
    'S099 S110',
  ).by({
    takes(task) {
      if (task.what !== 'list asked') return [task];
      const inUtc = (time: string): string => `${time.slice(0, 19)}Z`;
      const { since, changedSince, ...rest } = task;
      return [
        {
          ...rest,
          ...(since === undefined ? {} : { since: inUtc(since) }),
          ...(changedSince === undefined ? {} : { changedSince: inUtc(changedSince) }),
        },
      ];
    },
  }),
};
