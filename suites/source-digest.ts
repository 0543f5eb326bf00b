import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Imports of ours; those of types alone decide nothing. */
const ownImport = /^(?:import|export)\s(?!type\s)[^'"]*?from '(\.[^']+)'/gm;

/** The text of each file that takes part, by its URL: the roots, and whatever they import. */
export const sourcesOf = (roots: readonly URL[]): Map<string, string> => {
  const sources = new Map<string, string>();
  const visit = (file: URL): void => {
    if (sources.has(file.href)) return;
    // a checkout may have other line ends
    const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
    sources.set(file.href, text);
    for (const [, specifier = ''] of text.matchAll(ownImport)) visit(new URL(specifier, file));
  };
  for (const root of roots) visit(root);
  return sources;
};

/**
 * Of the source of everything that the roots reach, so that nobody has to think of it: another digest means that other
 * things decide, or in another way.
 */
export const digestOfSources = (roots: readonly URL[]): string => {
  const texts = [...sourcesOf(roots)].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
};
