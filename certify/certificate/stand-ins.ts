import { createHmac } from 'node:crypto';
import { dateForm } from '../obligations/model/date-forms.ts';

/** What stands for what identifies a person: the same for the same, another for another, of the same form. */
export interface StandIns {
  /** A phone, a tax number, or digits of such a length, as it was written; known from now on. */
  number(written: string): string;
  /** Any text: letters for letters and digits for digits, word by word; the digits alone of a date. */
  text(text: string): string;
  /** The digits of what is a number in JSON. */
  digits(written: string): string;
  /** A text with e-mails, and with numbers that are known, replaced; the rest stays. */
  inside(text: string): string;
  /** A text of which nothing is known but its form: the same, and every other word and number too. */
  masked(text: string): string;
}

/** Fewer digits may be anything. */
const fewestDigits = 8;
/** Shorter ones are found inside others, for example behind the prefix of a country. */
const fewestInside = 10;
const brazil = /^55(?=\d{10,11}$)/;
const mostDraws = 200;

const email = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const digitSequence = /\d(?:[ ()./-]{0,3}\d){7,}/g;
const international = /\+(\d{10,15})(?!\d)/g;
const letters = /[\p{L}\p{N}]/gu;
const figures = /\d/g;
const plainNumber = /^\d{10,15}$/;
const mark = '«[^»]*»';
const word = new RegExp(`${mark}|[\\p{L}\\p{M}\\p{N}]+`, 'gu');
/** Of a body that is nearly JSON: its keys and its literals identify nobody. */
const maskedPart = new RegExp(
  `${mark}|"[A-Za-z_][\\w.-]{0,40}"(?=\\s*:)|\\b(?:true|false|null)\\b|${email.source}|${digitSequence.source}|[\\p{L}\\p{M}\\p{N}]+`,
  'gu',
);

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** A text with its digits replaced in turn. */
const withDigits = (text: string, digits: string): string => {
  let next = 0;
  return text.replace(/\d/g, (digit) => digits[next++] ?? digit);
};

/** Stand-ins that follow from a secret: without it nobody can say what they stand for. */
export const createStandIns = (salt: Uint8Array): StandIns => {
  const drawnFor = new Map<string, string>();
  const taken = new Set<string>();
  /** By digits, without the prefix of the country. */
  const known = new Map<string, string>();
  const lengths = new Set<number>();

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

  const draw = (text: string, attempt: number, replaced: RegExp): string => {
    const nextByte = bytesFor(`${attempt} ${text}`);
    let isFirst = true;
    return text.replace(replaced, (sign) => {
      const byte = nextByte();
      // a number begins with no zero that was none
      const isLeading = isFirst && sign !== '0';
      isFirst = false;
      if (/\p{N}/u.test(sign)) return String(isLeading ? 1 + (byte % 9) : byte % 10);
      const letter = String.fromCharCode('a'.charCodeAt(0) + (byte % 26));
      return sign === sign.toLowerCase() ? letter : letter.toUpperCase();
    });
  };

  /** Never what it stands for, nor what stands for something else. */
  const drawn = (text: string, replaced: RegExp): string => {
    const before = drawnFor.get(text);
    if (before !== undefined) return before;
    let attempt = 0;
    let result = draw(text, attempt, replaced);
    while (result === text || taken.has(result)) {
      attempt += 1;
      result = draw(text, attempt, replaced);
      // short texts of a kind run out
      if (attempt > mostDraws) result += draw('00', attempt, /\d/g);
    }
    taken.add(result);
    drawnFor.set(text, result);
    return result;
  };
  const learn = (digits: string): void => {
    const own = digits.replace(brazil, '');
    if (own.length < fewestDigits || known.has(own)) return;
    // an area that there is none of, or a country that has no phones of this kind: nobody’s number
    const prefix = [10, 11].includes(own.length) ? '10' : '7';
    let attempt = 0;
    let result = own;
    while (result === own || taken.has(result)) {
      result = prefix + draw(own, attempt, figures).slice(prefix.length);
      attempt += 1;
    }
    taken.add(result);
    known.set(own, result);
    if (own.length >= fewestInside) lengths.add(own.length);
  };

  /** Digits with those replaced that are known, at any place. */
  const withKnown = (digits: string): string => {
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

  const emailFor = (address: string): string => {
    const lower = address.toLowerCase();
    const digest = createHmac('sha256', salt).update(lower).digest('hex');
    // one that is written otherwise is the same customer’s, and another text
    return `${address === lower ? 'customer' : 'Customer'}-${digest.slice(0, 12)}@example.com`;
  };

  const inside = (text: string): string => {
    for (const [, digits = ''] of text.matchAll(international)) learn(digits);
    const withoutEmails = text.includes('@') ? text.replace(email, emailFor) : text;
    return known.size === 0
      ? withoutEmails
      : withoutEmails.replace(digitSequence, (sequence) => withDigits(sequence, withKnown(digitsOf(sequence))));
  };

  const number = (written: string): string => {
    learn(digitsOf(written));
    return withDigits(written, withKnown(digitsOf(written)));
  };

  return {
    number,
    text: (text) =>
      dateForm(text) === undefined
        ? text.replace(word, (found) => (found.startsWith('«') ? found : drawn(found, letters)))
        : drawn(text, figures),
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
