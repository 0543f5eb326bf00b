import { createHmac } from 'node:crypto';
import { dateForm, isIsoDate } from '../obligations/model/date-forms.ts';
import { brazilianPrefix, encodedTwice } from '../obligations/model/named-fields.ts';

/** Pseudonyms for personal values. Each has the form of its value, and equal values have equal pseudonyms. */
export interface StandIns {
  /** Replaces a phone or a tax number, and remembers it. */
  number(written: string): string;
  /** Replaces any text word by word, letters by letters and digits by digits; in a date only the day, by another day. */
  text(text: string): string;
  /** Replaces the digits of a JSON number. */
  digits(written: string): string;
  /** Replaces the e-mails and the known numbers in a text. */
  inside(text: string): string;
  /** Replaces all words and numbers of a text whose meaning is unknown. */
  masked(text: string): string;
}

/** Shorter numbers may not be personal. */
const minDigits = 8;
/** Shorter numbers also occur inside others, for example after a country's prefix. */
const minInsideDigits = 10;
const maxDraws = 200;
/** Stand-ins of days lie in the four centuries from here, so that nobody alive was born on most of them. */
const firstDayMs = Date.UTC(1600, 0, 1);
const dayMs = 86_400_000;
const dayCount = 146_000;
const dayLength = 'yyyy-mm-dd'.length;
/** No Brazilian phone has one of these areas. */
const areas = ['10', '20', '30', '40', '50', '60', '70', '80', '90'];

const email = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const digitSequence = /\d(?:[ ()./-]{0,3}\d){7,}/g;
const international = /\+(\d{10,15})(?!\d)/g;
/** The pairs stay, so that a record shows them. */
const letters = new RegExp(`${encodedTwice.source}|[\\p{L}\\p{N}]`, 'gu');
const figures = /\d/g;
const plainNumber = /^\d{10,15}$/;
const mark = '«[^»]*»';
const word = new RegExp(`${mark}|(?:${encodedTwice.source}|[\\p{L}\\p{M}\\p{N}])+`, 'gu');
/** Skips the keys and literals of a malformed JSON body, which identify nobody. */
const maskedPart = new RegExp(
  `${mark}|"[A-Za-z_][\\w.-]{0,40}"(?=\\s*:)|\\b(?:true|false|null)\\b|${email.source}|${digitSequence.source}|[\\p{L}\\p{M}\\p{N}]+`,
  'gu',
);

const digitsOf = (text: string): string => text.replace(/\D/g, '');

const withDigits = (text: string, digits: string): string => {
  let next = 0;
  return text.replace(/\d/g, (digit) => digits[next++] ?? digit);
};

/** Draws texts from a secret, so that nobody else can trace them back. No two texts get the same one. */
const createDraws = (salt: Uint8Array) => {
  const taken = new Set<string>();

  const bytesFor = (text: string): (() => number) => {
    const key = createHmac('sha256', salt).update(text).digest();
    let [block, bytes, next] = [0, key, 0];
    return () => {
      if (next === bytes.length) {
        block += 1;
        bytes = createHmac('sha256', key).update(String(block)).digest();
        next = 0;
      }
      next += 1;
      return bytes[next - 1] ?? 0;
    };
  };

  return {
    /** Replaces signs of a text. Another attempt gives another result. */
    draw(text: string, attempt: number, replaced: RegExp): string {
      const nextByte = bytesFor(`${attempt} ${text}`);
      let isFirst = true;
      return text.replace(replaced, (sign) => {
        if (encodedTwice.test(sign)) return sign;
        const byte = nextByte();
        // a leading digit becomes zero only if it was zero
        const isLeading = isFirst && sign !== '0';
        isFirst = false;
        if (/\p{N}/u.test(sign)) return String(isLeading ? 1 + (byte % 9) : byte % 10);
        const letter = String.fromCharCode('a'.charCodeAt(0) + (byte % 26));
        return sign === sign.toLowerCase() ? letter : letter.toUpperCase();
      });
    },
    /** The first result that is neither the original nor taken by another. */
    unlike(text: string, resultOf: (attempt: number) => string): string {
      let attempt = 0;
      let result = resultOf(attempt);
      while (result === text || taken.has(result)) {
        attempt += 1;
        result = resultOf(attempt);
      }
      taken.add(result);
      return result;
    },
  };
};

type Draws = ReturnType<typeof createDraws>;

/** Numbers of persons with their stand-ins, by their digits without the country's prefix. */
const createKnownNumbers = ({ draw, unlike }: Draws) => {
  const known = new Map<string, string>();
  const lengths = new Set<number>();

  /** The first digits of a stand-in, of an area or a country without such phones, so that the number belongs to nobody. */
  const headOf = (head: string, attempt: number): string => {
    const drawn = draw(head, attempt, figures);
    if (![2, 3].includes(head.length)) return head === '' ? '' : `7${drawn.slice(1)}`;
    const area = areas[(Number(head.slice(0, 2)) + Number(drawn)) % areas.length] ?? '';
    // a nine begins a mobile phone
    return area + (head[2] === '9' ? '9' : drawn.slice(2));
  };

  /** Replaces known numbers anywhere in a row of digits. */
  const replace = (digits: string): string => {
    const whole = known.get(digits);
    if (whole !== undefined) return whole;
    const longestFirst = [...lengths].toSorted((one, other) => other - one);
    let result = '';
    let at = 0;
    while (at < digits.length) {
      const found = longestFirst.flatMap((length) => known.get(digits.slice(at, at + length)) ?? [])[0];
      result += found ?? digits[at];
      at += found?.length ?? 1;
    }
    return result;
  };

  return {
    learn(digits: string): void {
      const own = digits.replace(brazilianPrefix, '');
      if (own.length < minDigits || known.has(own)) return;
      const [head, tail] = [own.slice(0, -minDigits), own.slice(-minDigits)];
      known.set(
        own,
        // a number without its area, or with another one, keeps its end
        unlike(own, (attempt) => headOf(head, attempt) + draw(tail, Math.floor(attempt / areas.length), figures)),
      );
      if (own.length >= minInsideDigits) lengths.add(own.length);
    },
    replaceIn: (text: string): string => withDigits(text, replace(digitsOf(text))),
    isEmpty: (): boolean => known.size === 0,
  };
};

/** Derives stand-ins from a secret. */
export const createStandIns = (salt: Uint8Array): StandIns => {
  const draws = createDraws(salt);
  const numbers = createKnownNumbers(draws);
  const drawnFor = new Map<string, string>();

  const drawnOnce = (text: string, resultOf: (attempt: number) => string): string => {
    const result = drawnFor.get(text) ?? draws.unlike(text, resultOf);
    drawnFor.set(text, result);
    return result;
  };

  const drawn = (text: string, replaced: RegExp): string =>
    drawnOnce(text, (attempt) => {
      const drawnText = draws.draw(text, attempt, replaced);
      // a short form has too few different texts
      return attempt > maxDraws ? drawnText + draws.draw('00', attempt, figures) : drawnText;
    });

  /** Another day of the calendar. A time of day identifies nobody. */
  const day = (written: string): string =>
    drawnOnce(written, (attempt) => {
      const place = Number(digitsOf(draws.draw(written, attempt, figures))) % dayCount;
      return new Date(firstDayMs + place * dayMs).toISOString().slice(0, dayLength);
    });

  const emailFor = (address: string): string => {
    const lower = address.toLowerCase();
    const digest = createHmac('sha256', salt).update(lower).digest('hex');
    // another spelling belongs to the same customer and stays distinguishable
    return `${address === lower ? 'customer' : 'Customer'}-${digest.slice(0, 12)}@example.com`;
  };

  const inside = (text: string): string => {
    const hasEmail = text.includes('@');
    // most texts are too short for a number, and a record may have millions of them
    if (text.length < minDigits && !hasEmail) return text;
    if (text.includes('+')) for (const [, digits = ''] of text.matchAll(international)) numbers.learn(digits);
    const withoutEmails = hasEmail ? text.replace(email, emailFor) : text;
    return numbers.isEmpty() ? withoutEmails : withoutEmails.replace(digitSequence, numbers.replaceIn);
  };

  const number = (written: string): string => {
    numbers.learn(digitsOf(written));
    return numbers.replaceIn(written);
  };

  return {
    number,
    text(text) {
      if (dateForm(text) === undefined)
        return text.replace(word, (found) => (found.startsWith('«') ? found : drawn(found, letters)));
      // a day that does not exist must not become one that does
      return isIsoDate(text) ? day(text.slice(0, dayLength)) + text.slice(dayLength) : drawn(text, figures);
    },
    digits: (written) => drawn(written, figures),
    inside,
    masked: (text) =>
      text.replace(maskedPart, (found) => {
        if (/^["«]|^(?:true|false|null)$/.test(found)) return found;
        if (found.includes('@')) return emailFor(found);
        const cleaned = plainNumber.test(found) ? number(found) : inside(found);
        return cleaned === found ? found.replace(word, (each) => drawn(each, letters)) : cleaned;
      }),
  };
};
