import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** A file that k6 needs, by its path from the project's root. */
export interface ScriptFile {
  path: string;
  text: string;
}

export const entryScript = 'load/scripts/load.ts';

const root = new URL('../../', import.meta.url);
/** Imports and re-exports of files of ours, those of types alone left out. */
const imported = /^(?:import|export)\s+(?!type\b)(?:[^;']*?\sfrom\s+)?'(\.[^']+)';/gm;

/** The load script and every file that it reaches, sorted by path. */
export const scriptFiles = (): ScriptFile[] => {
  const files = new Map<string, string>();
  const visit = (path: string): void => {
    if (files.has(path)) return;
    const text = readFileSync(new URL(path, root), 'utf8');
    files.set(path, text);
    for (const [, specifier = ''] of text.matchAll(imported)) visit(posix.join(posix.dirname(path), specifier));
  };
  visit(entryScript);
  return [...files]
    .map(([path, text]) => ({ path, text }))
    .toSorted((one, other) => one.path.localeCompare(other.path, 'en'));
};
