import { randomBytes } from 'node:crypto';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { cutMark, type PartnerCall, type PartnerRecord } from '../../core/partner-record.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { percentDecoded } from '../../fixtures/reading/percent-decoded.ts';
import { dateForm } from '../obligations/model/date-forms.ts';
import { withReplacedParts } from './json-parts.ts';
import { isPersonal, type Personal, personalIn, type Root, rootOf } from './personal-fields.ts';
import { createStandIns, type StandIns } from './stand-ins.ts';

const asPhone = /^[+\d\s()./-]+$/;
const asEmail = /^\s*[\w.+-]+@[\w-]+(\.[\w-]+)+\s*$/;
/** The digits of the shortest phone or tax number. */
const minDigits = { phone: 8, other: 10 };
const minNameLength = 3;
/** Parameters that search for a person. Obligations judge the others, which identify nobody. */
const asked = /^(name|nome|q|query|search)$/i;

const digitCount = (text: string): number => text.replace(/\D/g, '').length;

/** Encodes a part of an address only if something was replaced in it. */
const withEncoded = (written: string, text: string, replaced: string): string =>
  replaced === text ? written : encodeURIComponent(replaced);

const isForm = (body: string): boolean =>
  !/[\s<>{}"]/.test(body) && body.split('&').every((pair) => pair.indexOf('=') > 0);

const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Dates that identify a person. */
const birth = /birth|nascimento/i;

/** The declared fields that hold an address of the partner, an amount or a date, whatever their names look like. */
const impersonalNames = (records: readonly PartnerRecord[]): ReadonlySet<string> =>
  new Set(
    records.flatMap(({ names: { webhookUrl, orderTotal, amounts = [], dates = [] } }) => [
      webhookUrl,
      orderTotal,
      ...amounts,
      ...dates.filter((name) => !birth.test(name)),
    ]),
  );

const dayMs = 86_400_000;
/** The beginning of a date such as `Mon, 21 Sep 2026 14:18:33 GMT`. */
const inWords = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun),? /;

/** Whether a text or a number is a moment of the session, in any form. It identifies nobody. */
const momentsOf = (records: readonly PartnerRecord[]): ((written: string) => boolean) => {
  const starts = records.map(({ startedAt }) => Date.parse(startedAt));
  const isNear = (ms: number): boolean => starts.some((start) => Math.abs(ms - start) < dayMs);
  return (written) => {
    if (/^\d+$/.test(written)) return isNear(Number(written)) || isNear(Number(written) * 1000);
    return (dateForm(written) !== undefined || inWords.test(written)) && isNear(Date.parse(written));
  };
};

/** Replaces the customers that it has met so far. A later customer may occur in an earlier text. */
const replacerOf = (standIns: StandIns, records: readonly PartnerRecord[]) => {
  const names = new Set<string>();
  const impersonal = impersonalNames(records);
  const isMoment = momentsOf(records);

  const heldIn = (above: readonly string[], written: string, root: Root, form: 'text' | 'number'): Personal => {
    const holds = personalIn(above, root, form);
    return holds === 'no' || impersonal.has(above.at(-1) ?? '') || isMoment(written) ? 'no' : holds;
  };

  /** Replaces a text whose field is personal. */
  const identity = (text: string, holds: 'phone' | 'name' | 'other'): string => {
    if (asEmail.test(text)) return standIns.inside(text);
    const isNumber = digitCount(text) >= (holds === 'phone' ? minDigits.phone : minDigits.other);
    if (isNumber && asPhone.test(text) && dateForm(text) === undefined) return standIns.number(text);
    if (holds === 'name') {
      for (const [name] of text.matchAll(/\p{L}+/gu)) if (name.length >= minNameLength) names.add(name);
    }
    return standIns.text(text);
  };

  const inText = (above: readonly string[], text: string, root: Root): string => {
    const holds = heldIn(above, text, root, 'text');
    // JSON inside JSON
    if (/^\s*[{[]/.test(text) && isContainer(parsedJson(text))) return inJson(text, root, above);
    // a body that is one string may be a name
    if (holds === 'no' && above.length > 0) return standIns.inside(text);
    return identity(text, holds === 'no' ? 'other' : holds);
  };

  const inNumber = (above: readonly string[], written: string, root: Root): string => {
    const holds = heldIn(above, written, root, 'number');
    const isLong = /^\d+$/.test(written) && written.length >= minDigits.other;
    if (holds === 'no' && !(isLong && heldIn(above, written, root, 'text') !== 'no')) return standIns.inside(written);
    return /^\d+$/.test(written) && written.length >= minDigits.phone
      ? standIns.number(written)
      : standIns.digits(written);
  };

  const inJson = (json: string, root: Root, above: readonly string[] = []): string =>
    withReplacedParts(json, {
      key: standIns.inside,
      text: (within, text) => inText([...above, ...within], text, root),
      number: (within, written) => inNumber([...above, ...within], written, root),
    });

  /** Replaces in `customer[phone]=…&…`, in a body or a query. */
  const inPairs = (pairs: string, rootFor: (name: string) => Root, toPlain: (text: string) => string): string =>
    pairs
      .split('&')
      .map((pair) => {
        const [writtenName = '', ...rest] = pair.split('=');
        const name = percentDecoded(toPlain(writtenName));
        const value = percentDecoded(toPlain(rest.join('=')));
        const above = name.split(/[[\].]+/).filter((part) => part !== '');
        const cleanName = withEncoded(writtenName, name, standIns.inside(name));
        if (rest.length === 0) return cleanName;
        return `${cleanName}=${withEncoded(rest.join('='), value, inText(above, value, rootFor(name)))}`;
      })
      .join('&');

  const inBody = (body: string, root: Root): string => {
    if (body === '') return body;
    if (parsedJson(body) !== undefined) return inJson(body, root);
    if (isForm(body))
      return inPairs(
        body,
        () => root,
        (text) => text.replaceAll('+', ' '),
      );
    return body.endsWith(cutMark) ? standIns.masked(body.slice(0, -cutMark.length)) + cutMark : standIns.masked(body);
  };

  const inPath = (path: string): string => {
    const [above = '', ...query] = path.split('?');
    const parts = above.split('/').map(percentDecoded);
    const root = rootOf(parts);
    const clean = above.split('/').map((written, index) => {
      const part = parts[index] ?? '';
      const key = parts[index - 1] ?? '';
      const holds = isPersonal(key) || (root === 'person' && key === 'name') ? personalIn([key], root, 'text') : 'no';
      return withEncoded(written, part, holds === 'no' ? standIns.inside(part) : identity(part, holds));
    });
    const rootFor = (name: string): Root => (asked.test(name) ? root : 'other');
    return [clean.join('/'), ...query.map((pairs) => inPairs(pairs, rootFor, (text) => text))].join('?');
  };

  const inHeaders = (headers: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => {
        const holds = personalIn([name], 'other', 'text');
        return [name, holds === 'no' ? standIns.inside(value) : identity(value, holds)];
      }),
    );

  /** Replaces only known names and numbers in a message. */
  const inWords = (text: string): string =>
    standIns.inside(text).replace(/\p{L}+/gu, (word) => (names.has(word) ? standIns.text(word) : word));

  const inAnswer = (answer: PartnerCall['answer'], root: Root): PartnerCall['answer'] => {
    if ('lost' in answer) return answer;
    const isRecord = answer.status >= 200 && answer.status < 300;
    return { ...answer, body: inBody(answer.body, isRecord ? root : 'other') };
  };

  return { identity, inside: standIns.inside, inJson, inBody, inPath, inHeaders, inWords, inAnswer };
};

type Replacer = ReturnType<typeof replacerOf>;

/** Replaces the customers in all parts of a record. */
const recordReplacerOf = (replacer: Replacer): ((record: PartnerRecord) => PartnerRecord) => {
  const { identity, inside, inJson, inBody, inPath, inHeaders, inWords, inAnswer } = replacer;
  const insideOrNull = (text: string | null): string | null => (text === null ? null : inside(text));

  return (record) => ({
    ...record,
    ...omitUndefined({
      died: record.died && { ...record.died, how: inWords(record.died.how) },
      gone: record.gone?.map((gone) => ({ ...gone, how: inWords(gone.how) })),
    }),
    calls: record.calls.map((call) => {
      const root = rootOf((call.path.split('?')[0] ?? '').split('/'));
      return {
        ...call,
        path: inPath(call.path),
        headers: inHeaders(call.headers),
        body: inBody(call.body, root),
        answer: inAnswer(call.answer, root),
      };
    }),
    attempts: record.attempts.map((attempt) => ({
      ...attempt,
      path: inPath(attempt.path),
      headers: inHeaders(attempt.headers),
      body: inBody(attempt.body, 'other'),
      code: inside(attempt.code),
    })),
    actions: record.actions.map((action) => {
      const parameters: Record<string, unknown> = JSON.parse(inJson(JSON.stringify(action.parameters), 'other'));
      return {
        ...action,
        parameters,
        ...omitUndefined({
          id: action.id && inside(action.id),
          code: action.code && inside(action.code),
          message: action.message && inWords(action.message),
        }),
      };
    }),
    coupons: record.coupons.map((coupon) => ({
      ...coupon,
      code: inside(coupon.code),
      id: inside(coupon.id),
      orderId: insideOrNull(coupon.orderId),
      orderExternalId: insideOrNull(coupon.orderExternalId),
      phone: identity(coupon.phone, 'phone'),
    })),
    states: record.states.map((state) => ({
      ...state,
      ...omitUndefined({ gone: state.gone?.map(inside) }),
      coupons: state.coupons.map((coupon) => ({
        ...coupon,
        code: inside(coupon.code),
        id: inside(coupon.id),
        ...(typeof coupon.phone === 'string' ? { phone: identity(coupon.phone, 'phone') } : {}),
      })),
    })),
  });
};

/** The records of a session under pseudonyms. */
export interface Pseudonyms {
  records: PartnerRecord[];
  /** Replaces the customers in what the session reports. */
  inWords(text: string): string;
}

/**
 * Replaces the customers' data in the records. Equal values get equal pseudonyms, and each keeps the form of its value,
 * so that every verdict stays the same. The result does not reveal the customers.
 */
export const pseudonymsFor = (records: readonly PartnerRecord[], salt: Uint8Array = randomBytes(32)): Pseudonyms => {
  const replacer = replacerOf(createStandIns(salt), records);
  const inRecord = recordReplacerOf(replacer);
  // the first pass learns every customer before the second replaces them
  for (const record of records) inRecord(record);
  return { records: records.map(inRecord), inWords: replacer.inWords };
};
