import { isObject } from '../../../core/json.ts';
import type { Path } from './json-path.ts';

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
};

/** Names in quotes, and words that may be names: letters, digits and underscores, with dots between the parts of a path. */
const name = /["'`]([^"'`]{1,80})["'`]|([\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}_][\p{L}\p{N}_ -]*[\p{L}\p{N}_])*)/gu;

/** Fields that a refusal names: the document says that the list of a 400 does, and not in what words. */
export const namedFields = (body: unknown): Path[] => {
  const message = isObject(body) && 'message' in body ? body.message : body;
  const found = new Set<string>();
  for (const text of textsIn(message)) {
    for (const [, quoted, word] of text.matchAll(name)) {
      const field = (quoted ?? word ?? '').replace(/^E_[A-Z]+:/, '');
      if (field !== '') found.add(field);
    }
  }
  return [...found].map((field) => field.split('.'));
};
