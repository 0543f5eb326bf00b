import { valueAt } from '../../core/json.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';

/** Path segments that precede a key, with the name of the key. */
const keys: Readonly<Record<string, string>> = {
  external: ':externalId',
  code: ':code',
  email: ':email',
  name: ':name',
  phone: ':phone',
  order: ':orderId',
};

const resources = ['customers', 'products', 'orders', 'abandoned-carts', 'stores', 'users', 'coupons', 'webhooks'];

const looksLikeValue = (segment: string): boolean => /\d|%|@|:/.test(segment) || segment.length > 40;

/** The method and the path without values, such as `GET /orders/:id`. */
export const routeOf = ({ method, path }: { method: string; path: string }): string => {
  const [address = '', query] = path.split('?');
  // the profile may name any path for creating and listing
  const namesOne = query === undefined && method !== 'POST';
  const segments = address.split('/').slice(1);
  const shown = segments.map((segment, index) => {
    const before = segments[index - 1] ?? '';
    const key = index > 1 && Object.hasOwn(keys, before) ? keys[before] : undefined;
    if (key !== undefined) return key;
    const isKeyWord = Object.hasOwn(keys, segment) && index + 1 < segments.length;
    const isOfResource = index === 1 && resources.includes(before) && namesOne && !isKeyWord;
    return isOfResource || (index > 0 && looksLikeValue(segment)) ? ':id' : segment;
  });
  return `${method} /${shown.join('/')}`;
};

/** The `message` of an answer that refuses; undefined for other answers. */
export const refusalMessage = (status: number, text: string): unknown =>
  status < 400 ? undefined : valueAt(parsedJson(text), '/message');

/** A reason without paths and numbers: reasons that differ only in these are reported once. */
export const reasonKind = (reason: string): string => reason.replace(/\/\S*|\d+/g, '#');
