import { isObject } from '../../core/json.ts';
import { marks } from '../../core/partner-record.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';

/** The field with which a partner registers its bearer, and likely misspellings. */
const fieldName = /^bearer[_-]?token$/i;
const formName = /(^|\[)bearer[_-]?token\]?$/i;
const mention = /bearer[_-]?token/i;
/** The field and its value with the opening quote, in malformed or nested JSON, in forms and in XML. */
const fieldInText =
  /(bearer[_-]?token(?:\\*["'])?(?:\]|%5D)?(?:\s*[:=>]\s*|(?:;[^\r\n]{0,200})?(?:\r?\n[^\r\n]{1,200}){0,5}\r?\n\r?\n))(\\+"[^"\\]*|"[^"\\]*(?:\\.[^"\\]*)*|'[^']*|[^\s"'&<>,;{}[\]\\]+)/gi;
const openingQuote = /^\\*["']/;
/** The unquoted literals of JSON are no bearers. */
const isNothing = (text: string): boolean => /^(\s*|null|true|false)$/.test(text);
const isMarked = (text: string): boolean => /^«[^»]+»/.test(text);

/** Finds bearers in the field and in arrays below it. */
const bearersInJson = (root: unknown): string[] => {
  const found: string[] = [];
  // a loop, because a partner may nest JSON deeper than the call stack
  const toSee = [{ value: root, isBelowField: false }];
  for (const { value, isBelowField } of toSee) {
    if (isBelowField && (typeof value === 'string' || typeof value === 'number')) found.push(String(value));
    else if (typeof value === 'string' && mention.test(value)) {
      const inner = parsedJson(value);
      if (isObject(inner)) toSee.push({ value: inner, isBelowField });
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        toSee.push({ value: inner, isBelowField: isBelowField || fieldName.test(name) });
      }
    }
  }
  return found;
};

const bearersInText = (text: string): string[] => [
  ...[...new URLSearchParams(text)].flatMap(([name, value]) => (formName.test(name) ? [value] : [])),
  ...[...text.matchAll(fieldInText)].map(([, , value = '']) => value.replace(openingQuote, '')),
];

/** The bearers that a body or a query tries to register: in JSON at any depth, in a form, or in any text. */
export const bearersIn = (text: string): string[] => {
  // an escaped name still shows a `\` or a `%`
  if (!mention.test(text) && !/[\\%]/.test(text)) return [];
  const value = parsedJson(text);
  const found = value === undefined ? bearersInText(text) : bearersInJson(value);
  return [...new Set(found.map((bearer) => bearer.trim()).filter((bearer) => !isNothing(bearer)))];
};

/** Replaces each value of the field by a mark. JSON stays JSON. */
export const withoutBearers = (text: string): string =>
  text.replace(fieldInText, (found: string, field: string, value: string) => {
    const [quote = ''] = openingQuote.exec(value) ?? [];
    const held = value.slice(quote.length);
    if (isNothing(held)) return found;
    const mark = isMarked(held) ? held : marks.bearer;
    const isNumberInJson = quote === '' && /"\s*:\s*$/.test(field);
    return field + (isNumberInJson ? `"${mark}"` : quote + mark);
  });
