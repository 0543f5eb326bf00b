import { relative } from 'node:path';

/** A path relative to the current folder, if it is inside. */
export const relativePath = (path: string): string => {
  const shorter = relative('', path);
  return shorter.startsWith('..') ? path : shorter;
};
