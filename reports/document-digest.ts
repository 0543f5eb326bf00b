import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isObject } from '../core/json.ts';
import type { Result } from '../core/result.ts';

/** With its keys in one order, so that a tool that writes the document again does not change what it says. */
const inOrder = (_: string, value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** SHA-256 of all that a result says but for its own digest, however it is laid out. */
export const digestOf = ({ digest: _, ...said }: Result): string =>
  createHash('sha256').update(JSON.stringify(said, inOrder)).digest('hex');

/** SHA-256 of a file. */
export const fileDigest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
