import { relative } from 'node:path';

/** A path as a reader in this folder would type it. */
export const relativePath = (path: string): string => {
  const shorter = relative('', path);
  return shorter.startsWith('..') ? path : shorter;
};
