import { isObject } from '../../core/json.ts';
import type { Body } from '../../fixtures/bodies.ts';

type Part = string | number | boolean;

const isPart = (value: unknown): value is Part => ['string', 'number', 'boolean'].includes(typeof value);

/** Another text of the same form, as far as a text shows its form: a date, a number, a code or an address. */
const otherText = (text: string): string => {
  if (text.includes('@')) return `other.${text}`;
  const last = text.at(-1) ?? '';
  if (!/\d/.test(last)) return `${text} ${text.length}`;
  return text.slice(0, -1) + (Number(last) < 5 ? Number(last) + 1 : Number(last) - 1);
};

const other = (value: Part): Part => {
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 1 : otherText(value);
};

type IsVaried = (value: Part, at: string) => boolean;

const vary = (value: unknown, isVaried: IsVaried, at = ''): unknown => {
  if (Array.isArray(value)) return value.map((item, index) => vary(item, isVaried, `${at}/${index}`));
  if (isObject(value)) return varyBody(value, isVaried, at);
  return isPart(value) && isVaried(value, at) ? other(value) : value;
};

/** A body with another value in each of the chosen places, which are JSON pointers. */
export const varyBody = (body: Body, isVaried: IsVaried, at = ''): Body =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, vary(value, isVaried, `${at}/${name}`)]));

/** The places of a body that can have another value. */
export const placesIn = (body: Body, isVaried: IsVaried): string[] => {
  const places: string[] = [];
  varyBody(body, (value, at) => {
    if (isVaried(value, at)) places.push(at);
    return false;
  });
  return places;
};
