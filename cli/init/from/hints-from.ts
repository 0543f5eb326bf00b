import type { Hints } from '../../doctor/discovery/hints.ts';
import { isPathOf } from '../../doctor/discovery/words.ts';
import { type DescribedCall, isObject, type Json } from './described-call.ts';

/** Fields that hold what nobody else may have. */
const isSecret = (name: string): boolean => /token|secret|passw|senha|api.?key|auth|credential|bearer/i.test(name);

/** Of a recorded body, what says nothing of anybody: names, numbers and flags, and no texts. */
const harmless = (value: unknown): unknown => {
  if (typeof value === 'string') return 'Selo';
  if (Array.isArray(value)) return value.map(harmless);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, content]) => (isSecret(name) ? [] : [[name, harmless(content)]])),
  );
};

/** A recording has the path of the base URL before its own: each end of the path may be meant. */
const endsOf = (path: string): string[] => {
  const parts = path.split('/').slice(1);
  return parts.map((_, index) => `/${parts.slice(index).join('/')}`);
};

/** Paths of single records: the document has those. */
const isSingle = (path: string): boolean => /[{:]|\/[0-9a-f]{8}-|\/\d+(\/|$)/.test(path);

/** Paths and bodies to try first, from requests that a description shows. */
export const hintsFrom = (calls: readonly DescribedCall[]): Hints => ({
  paths: (method, resource) => [
    ...new Set(
      calls
        .filter((call) => call.method === method && !isSingle(call.path) && isPathOf(resource, call.path))
        .flatMap(({ path }) => endsOf(path))
        .filter((path) => isPathOf(resource, path)),
    ),
  ],
  body(path) {
    const found = calls.find((call) => call.method === 'POST' && call.body && endsOf(call.path).includes(path));
    return found?.body && (harmless(found.body) as Json);
  },
});
