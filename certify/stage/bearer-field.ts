import { isObject } from '../../core/json.ts';
import { marks } from '../../core/partner-record.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';

/** The field with which a partner registers its bearer, also as a partner may misspell it. */
const fieldName = /^bearer[_-]?token$/i;
const formName = /(^|\[)bearer[_-]?token\]?$/i;
const mention = /bearer[_-]?token/i;
/** The field, and its value with the opening quote: in JSON that may be broken or a text in JSON, in forms of both kinds, in XML. */
const fieldInText =
  /(bearer[_-]?token(?:\\*["'])?(?:\]|%5D)?(?:\s*[:=>]\s*|(?:;[^\r\n]{0,200})?(?:\r?\n[^\r\n]{1,200}){0,5}\r?\n\r?\n))(\\+"[^"\\]*|"[^"\\]*(?:\\.[^"\\]*)*|'[^']*|[^\s"'&<>,;{}[\]\\]+)/gi;
const openingQuote = /^\\*["']/;
/** What stands without quotes in JSON and is no bearer. */
const isNothing = (text: string): boolean => /^(\s*|null|true|false)$/.test(text);
const isMarked = (text: string): boolean => /^«[^»]+»/.test(text);

/** In a list below the field they count too. */
const bearersInJson = (root: unknown): string[] => {
  const found: string[] = [];
  // a loop: what a partner sends may be nested deeper than calls can be
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

/** The bearers that a body or a query registers, or tries to: in JSON at any depth, form-encoded, or in what is neither. */
export const bearersIn = (text: string): string[] => {
  // a name that is escaped shows by its escapes
  if (!mention.test(text) && !/[\\%]/.test(text)) return [];
  const value = parsedJson(text);
  const found = value === undefined ? bearersInText(text) : bearersInJson(value);
  return [...new Set(found.map((bearer) => bearer.trim()).filter((bearer) => !isNothing(bearer)))];
};

/** The text with a mark for the value wherever the field has one; JSON stays JSON. */
export const withoutBearers = (text: string): string =>
  text.replace(fieldInText, (found: string, field: string, value: string) => {
    const [quote = ''] = openingQuote.exec(value) ?? [];
    const held = value.slice(quote.length);
    if (isNothing(held)) return found;
    const mark = isMarked(held) ? held : marks.bearer;
    const isNumberInJson = quote === '' && /"\s*:\s*$/.test(field);
    return field + (isNumberInJson ? `"${mark}"` : quote + mark);
  });
