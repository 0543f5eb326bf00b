import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isObject } from '../core/json.ts';
import type { Result } from '../core/result.ts';
import { digestOfSources } from '../fixtures/reading/source-digest.ts';

/** Sorts keys, so that a tool that writes the document again does not change its digest. */
const inOrder = (_: string, value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** SHA-256 of a result without its own digest, independent of layout. */
export const digestOf = ({ digest: _, ...said }: Result): string =>
  createHash('sha256').update(JSON.stringify(said, inOrder)).digest('hex');

export const fileDigest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** The sources that decide verdicts. */
const roots = [
  '../suites/catalogue.ts',
  '../properties/all-properties.ts',
  '../properties/property-judge.ts',
  '../suites/passive/rules.ts',
  '../suites/passive/judge-passively.ts',
  '../suites/session/make-context.ts',
].map((root) => new URL(root, import.meta.url));

let digest: string | undefined;

/** The digest of everything that decides verdicts: if it differs, verdicts may differ. */
export const rulesDigest = (): string => {
  digest ??= digestOfSources(roots);
  return digest;
};
