import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ownImport = /(?:from |import\()'(\.[^']+)\.ts'/g;

/** Copies the declaration at this path between two folders, with those that it stands on: no others are anyone's business. */
export const declare = (entry: string, from: string, to: string): void => {
  const copied = new Set<string>();
  const visit = (path: string): void => {
    if (copied.has(path)) return;
    copied.add(path);
    mkdirSync(dirname(join(to, path)), { recursive: true });
    copyFileSync(join(from, path), join(to, path));
    const text = readFileSync(join(from, path), 'utf8');
    for (const [, specifier = ''] of text.matchAll(ownImport)) visit(join(dirname(path), `${specifier}.d.ts`));
  };
  visit(entry);
};
