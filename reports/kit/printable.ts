/**
 * What a terminal would act on or reorder by, and what a reader would not see: controls, bidirectional and zero-width
 * characters, line and paragraph separators, spaces that are not the common one, halves of surrogate pairs. For the
 * inside of a character class.
 */
export const unprintableClass =
  '\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}\\u{a0}\\u{1680}\\u{2000}-\\u{200a}\\u{202f}\\u{205f}\\u{3000}';
const unprintable = new RegExp(`[${unprintableClass}]`, 'gu');

const shortForms: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Text of a target made safe to print: what a terminal would obey is shown as an escape. */
export const printable = (text: string): string =>
  text.replace(
    unprintable,
    (character) => shortForms[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );

/** Printable, its lines kept: for text of ours that a target's words stand in. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

/** Printable, and cut where it grows long. */
export const excerpt = (text: string, longest: number): string => {
  const shown = printable(text);
  return shown.length > longest ? `${shown.slice(0, longest)}… (${text.length} characters)` : shown;
};
