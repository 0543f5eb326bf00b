import type { Judged, Mutant } from './mutant.ts';

/** Why no rule can catch a mutant. */
export type Excuse =
  /** The changed code does the same. */
  | 'equivalent'
  /** The changed platform is legal: the document leaves the difference open. */
  | 'open'
  /** Requests and notifications do not show the difference. */
  | 'unseen';

/** Mutants that need not be caught. */
export interface Excused {
  file: string;
  /** Text that the file contains once. The entry is for the mutants within it. */
  code: string;
  /** Only the mutants with these replacements; by default all. */
  replacements?: readonly string[];
  excuse: Excuse;
  because: string;
}

/** The code of the mutants, the reason, and their replacements if only some of them are meant. */
type Described = readonly [code: string, because: string, ...replacements: string[]];

const excusedBy =
  (excuse: Excuse) =>
  (file: string, described: readonly Described[]): Excused[] =>
    described.map(([code, because, ...replacements]) => ({
      file: `platform/${file}`,
      code,
      excuse,
      because,
      ...(replacements.length > 0 ? { replacements } : {}),
    }));

export const equivalent = excusedBy('equivalent');
export const open = excusedBy('open');
export const unseen = excusedBy('unseen');

const asOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Returns a function that finds the entry for a mutant. Throws if a file does not contain the text of an entry once. */
export const excuseFinder = (
  entries: readonly Excused[],
  textOf: (file: string) => string,
): ((mutant: Mutant) => Excused | undefined) => {
  const places = entries.map((entry) => {
    const text = textOf(entry.file);
    const start = text.indexOf(entry.code);
    if (start === -1 || text.indexOf(entry.code, start + 1) !== -1) {
      throw new Error(`${entry.file} holds this ${start === -1 ? 'nowhere' : 'more than once'}: ${entry.code}`);
    }
    return { entry, start, end: start + entry.code.length };
  });
  return ({ file, start, end, replacement }) =>
    places.find(
      ({ entry, ...place }) =>
        entry.file === file &&
        place.start <= start &&
        end <= place.end &&
        (entry.replacements?.some((known) => asOneLine(known) === asOneLine(replacement)) ?? true),
    )?.entry;
};

export const staleEntries = (
  entries: readonly Excused[],
  uncaught: readonly Judged[],
  find: (mutant: Mutant) => Excused | undefined,
): Excused[] => {
  const needed = new Set(uncaught.map(({ mutant }) => find(mutant)));
  return entries.filter((entry) => !needed.has(entry));
};
