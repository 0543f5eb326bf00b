/**
 * Characters that a terminal would interpret or that a reader cannot see: controls, bidirectional and zero-width
 * characters, unusual spaces and separators, and half surrogate pairs. It is for use inside a character class.
 */
export const unprintableClass =
  '\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}\\u{a0}\\u{1680}\\u{2000}-\\u{200a}\\u{202f}\\u{205f}\\u{3000}';
const unprintable = new RegExp(`[${unprintableClass}]`, 'gu');

const shortForms: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Makes a target's text safe to print by escaping such characters. */
export const printable = (text: string): string =>
  text.replace(
    unprintable,
    (character) => shortForms[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );

/** Like `printable`, but keeps line breaks. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

/** Printable, and shortened if it is too long. */
export const excerpt = (text: string, maxLength: number): string => {
  const shown = printable(text);
  return shown.length > maxLength ? `${shown.slice(0, maxLength)}… (${text.length} characters)` : shown;
};
