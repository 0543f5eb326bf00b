import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { percentDecoded } from '../../fixtures/reading/percent-decoded.ts';
import type { Call } from '../../platform/http/call.ts';
import { callsTo, readsOtherwise, sentFields, withBody } from '../../suites/broken-handling.ts';
import { type Defect, defectsOf, type PlatformChange } from '../../suites/defect.ts';
import { statusDefects } from './status-defects.ts';

const registers = callsTo('POST /coupons');
const findsCoupon = callsTo('GET /coupons/external/:externalId');

const externalIdOf = (call: Call): string => String(sentFields(call).externalId ?? '');

/** Refuses matching calls before anything else, as a gateway does. */
const refusing = (fits: (call: Call) => boolean, message: string): PlatformChange => ({
  wrap: (handle) => (call) => (fits(call) ? { status: 400, body: { message: [message] } } : handle(call)),
});

const couponExternalIdDefects = defectsOf({
  'LAW-23': {
    'refuses an externalId of 255 characters that has more than 400 bytes': refusing(
      (call) =>
        registers(call) && externalIdOf(call).length <= 255 && Buffer.byteLength(externalIdOf(call), 'utf8') > 400,
      'externalId is too long',
    ),
    'refuses an externalId of more than 1000 characters instead of cutting it': refusing(
      (call) => registers(call) && externalIdOf(call).length > 1000,
      'externalId is too long',
    ),
    'stores a question mark for a character of four bytes': {
      policy: {
        coupons: {
          storedExternalId: (text, maxLength) =>
            Array.from(text, (character) => (character.length > 1 ? '?' : character))
              .slice(0, maxLength)
              .join(''),
        },
      },
    },
    'finds a coupon by only the first 200 characters of its externalId': {
      wrap: readsOtherwise(findsCoupon, (call) => ({
        ...call,
        segments: call.segments.map((segment) => segment.slice(0, 200)),
      })),
    },
  },
});

const byPartnersId = (call: Call): boolean =>
  call.method === 'GET' && call.segments.length === 3 && call.segments[1] === 'external';

/** Changes the externalId in the lookups of orders, stores and abandoned carts. */
const lookingUp = (read: (externalId: string) => string): PlatformChange => ({
  wrap: readsOtherwise(
    (call) => byPartnersId(call) && ['orders', 'stores', 'abandoned-carts'].includes(call.segments[0] ?? ''),
    (call) => ({ ...call, segments: [...call.segments.slice(0, 2), read(call.segments[2] ?? '')] }),
  ),
});

const isLatin = (text: string): boolean =>
  Array.from(text).every((character) => (character.codePointAt(0) ?? 0) <= 255);

const partnerExternalIdDefects = defectsOf({
  'LAW-24': {
    'decodes the externalId in a path twice': lookingUp(percentDecoded),
    'cuts the externalId in a path at a semicolon': lookingUp((text) => text.split(';', 1)[0] ?? ''),
    'reads the names of characters in the externalId of a path': lookingUp((text) =>
      text.replaceAll('&amp;', '&').replaceAll('"', '&quot;'),
    ),
    'reads the bytes of a path one by one beyond Latin letters': lookingUp((text) =>
      isLatin(text) ? text : Buffer.from(text).toString('latin1'),
    ),
  },
});

type StoredId = (sent: string | number, maxId: number) => number;

const bounded = (number: number, maxId: number): number => Math.max(0, Math.min(maxId, Math.round(number)));
const leadingNumber = (text: string): number => Number(/^\d+/.exec(text)?.[0] ?? 0);

const storing = (storedId: StoredId): PlatformChange => ({ policy: { sharedCoupons: { storedId } } });
const storingNumbers = (read: (sent: number) => number): PlatformChange =>
  storing((sent, maxId) => bounded(typeof sent === 'number' ? read(sent) : leadingNumber(sent), maxId));
const storingTexts = (read: (sent: string) => number): PlatformChange =>
  storing((sent, maxId) => bounded(typeof sent === 'number' ? sent : read(sent), maxId));

const sharedIdDefects = defectsOf({
  'LAW-25': {
    'keeps the lower 32 bits of a shared id before it bounds it': storingNumbers((sent) => Math.round(sent) >>> 0),
    'keeps shared ids with the precision of 24 bits': storingNumbers((sent) =>
      sent < 2 ** 30 ? Math.fround(sent) : sent,
    ),
    'reads a very large shared id as the text that it is written as': storingNumbers((sent) =>
      Number.parseFloat(String(sent).split('e', 1)[0] ?? ''),
    ),
    'rounds a shared id by its first decimal alone, from six on': storingNumbers(
      (sent) => Math.floor(sent) + (Math.floor((sent * 10) % 10) >= 6 ? 1 : 0),
    ),
  },
  'LAW-26': {
    'takes a text that begins with a zero for an octal number': storingTexts((text) => {
      const digits = /^\d+/.exec(text)?.[0] ?? '0';
      return Number(/^0[0-7]+$/.test(digits) ? `0o${digits}` : digits);
    }),
    'lets the number of a text overflow': storingTexts((text) => Math.abs(leadingNumber(text) | 0)),
    'takes a text with a number too large for none': storingTexts((text) => {
      const number = leadingNumber(text);
      return number > 2_147_483_647 ? 0 : number;
    }),
    'looks for a number behind a sign that stands before it': storingTexts((text) =>
      Number(/^[#(:/]?(\d+)/.exec(text)?.[1] ?? 0),
    ),
  },
});

const creations = ['/customers', '/products', '/orders', '/stores', '/abandoned-carts', '/coupons', '/coupons/shared'];
const creates = (call: Call): boolean => call.method === 'POST' && creations.includes(call.path);

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

const objectIn = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

const unknownFieldDefects = defectsOf({
  'LAW-29': {
    'has a business rule against fields with the names of prototypes': {
      wrap: (handle) => (call) =>
        creates(call) && Object.keys(sentFields(call)).some((name) => /proto|constructor|hasOwn/.test(name))
          ? { status: 422, body: { message: 'it went wrong' } }
          : handle(call),
    },
  },
  'LAW-27': {
    'refuses a field whose name is empty or longer than 128 characters': refusing(
      (call) => creates(call) && Object.keys(sentFields(call)).some((name) => name === '' || name.length > 128),
      'the body has a field without a proper name',
    ),
    'refuses objects within twelve others': refusing(
      (call) => creates(call) && depthOf(sentFields(call)) > 12,
      'the body is too deep',
    ),
    'reads the fields of an unknown object as those of the record': {
      wrap: readsOtherwise(creates, (call) =>
        withBody(call, (sent) => {
          const unknown = Object.entries(sent).filter(([name]) => /^nobody|^\W|__/.test(name));
          return Object.assign({ ...sent }, ...unknown.map(([, value]) => objectIn(value)));
        }),
      ),
    },
  },
});

/** Changes the amounts of coupons before they are stored. */
const keepingAmounts = (keep: (amount: number) => number): PlatformChange => ({
  wrap: readsOtherwise(registers, (call) =>
    withBody(call, (sent) => ({
      ...sent,
      ...Object.fromEntries(
        ['amount', 'minPurchaseValue'].flatMap((field) => {
          const amount = sent[field];
          return typeof amount === 'number' ? [[field, keep(amount)]] : [];
        }),
      ),
    })),
  ),
});

const amountDefects = defectsOf({
  'LAW-28': {
    'cuts the hundredths of an amount after it has multiplied it': {
      ...keepingAmounts((amount) => Math.floor(amount * 100) / 100),
      also: ['COUP-10'],
    },
    'keeps seven digits of an amount': keepingAmounts((amount) => Number(amount.toPrecision(7))),
    'keeps no amount above 9999.99': keepingAmounts((amount) => Math.min(amount, 9999.99)),
    'reads an amount only up to the separator of its thousands': keepingAmounts((amount) =>
      amount < 1000 ? amount : Number.parseFloat(amount.toLocaleString('en')),
    ),
  },
});

/** Repairs malformed JSON instead of refusing it. */
const readingKindly = (repair: (body: string) => string): PlatformChange => ({
  wrap: readsOtherwise(
    ({ body }) => body !== '' && parsedJson(body) === undefined,
    (call) => ({ ...call, body: repair(call.body) }),
  ),
});

const malformedJsonDefects = defectsOf({
  'LAW-69': {
    'reads keys without quotes': readingKindly((body) => body.replace(/([{,])(\w+):/g, '$1"$2":')),
    'overlooks a comma too many between two fields': readingKindly((body) => body.replace(',,', ',')),
  },
});

export const valuesDefects: readonly Defect[] = [
  ...statusDefects,
  ...couponExternalIdDefects,
  ...partnerExternalIdDefects,
  ...sharedIdDefects,
  ...unknownFieldDefects,
  ...amountDefects,
  ...malformedJsonDefects,
];
