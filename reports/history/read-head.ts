import { closeSync, openSync, readSync } from 'node:fs';
import { type RunHead, runHeadSchema } from './run-summary.ts';

const headBytes = 64 * 1024;
/** The key after the head in a result that Selo wrote. Inside a string, its quotes would be escaped. */
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
 * The head of a result, without reading the megabytes after it. Undefined if the file has another layout or is not a
 * result. Throws if the file cannot be opened.
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
