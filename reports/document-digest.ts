import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isObject } from '../core/json.ts';
import type { Result } from '../core/result.ts';

/** Sorts keys, so that a tool that writes the document again does not change its digest. */
const inOrder = (_: string, value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** SHA-256 of a result without its own digest, independent of layout. */
export const digestOf = ({ digest: _, ...said }: Result): string =>
  createHash('sha256').update(JSON.stringify(said, inOrder)).digest('hex');

export const fileDigest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
