import type { Judged, Mutant } from './mutant.ts';

/** Why no rule can mind a mutant. */
export type Excuse =
  /** The changed code does the same. */
  | 'equivalent'
  /** The changed platform is another legal one: the document leaves open what it does otherwise. */
  | 'open'
  /** What it does otherwise cannot be seen by requests and notifications. */
  | 'unseen';

/** Mutants that need not be caught. */
export interface Excused {
  file: string;
  /** Text that stands once in the file: the mutants that lie within it. */
  code: string;
  /** Of these, the ones with such replacements; all when left out. */
  replacements?: readonly string[];
  excuse: Excuse;
  because: string;
}

const asOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Finds the entry for a mutant. Throws on an entry whose text does not stand once in its file. */
export const openLedger = (
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

/** The entries that no uncaught mutant needs any more. */
export const staleEntries = (
  entries: readonly Excused[],
  uncaught: readonly Judged[],
  find: (mutant: Mutant) => Excused | undefined,
): Excused[] => {
  const needed = new Set(uncaught.map(({ mutant }) => find(mutant)));
  return entries.filter((entry) => !needed.has(entry));
};
