import { closeSync, openSync, readSync } from 'node:fs';
import { type RunHead, runHeadSchema } from './run-summary.ts';

const headBytes = 64 * 1024;
/** What follows the head in a result as Selo writes it; within a text its quotes would be escaped. */
const afterHead = ',"counts":';

const beginningOf = (file: string): string => {
  const descriptor = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(headBytes);
    return buffer.toString('utf8', 0, readSync(descriptor, buffer));
  } finally {
    closeSync(descriptor);
  }
};

/**
 * The head of a result, read from the first of its megabytes. Undefined where only the whole file says what it is: one
 * that was laid out again, or no result at all. Throws where the file cannot be opened.
 */
export const readHead = (file: string): RunHead | undefined => {
  const beginning = beginningOf(file);
  const end = beginning.indexOf(afterHead);
  if (end === -1) return undefined;
  try {
    return runHeadSchema.safeParse(JSON.parse(`${beginning.slice(0, end)}}`)).data;
  } catch {
    return undefined;
  }
};
