import { styleText } from 'node:util';
import type { Outcome } from '../../core/outcome.ts';

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

/** Prints labeled lines; only the first line of a fact has the label. */
export const factsIn =
  ({ indent, labelWidth }: { indent: string; labelWidth: number }) =>
  (label: string, ...lines: readonly string[]): string[] =>
    lines.map((line, index) => `${indent}${(index === 0 ? label : '').padEnd(labelWidth)}${line}`);

/** Breaks a text into lines of this many characters, between words if possible. */
export const wrapped = (text: string, width: number): string[] => {
  const lines: string[] = [];
  let line = '';
  const words = text.split(' ').flatMap((word) => word.match(new RegExp(`.{1,${width}}`, 'gsu')) ?? ['']);
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
};

type Color = 'red' | 'green' | 'yellow' | 'cyan' | 'magenta' | 'dim' | 'bold';

export type Paint = (color: Color, text: string) => string;

/** Colors for a stream; none if it is not a terminal or NO_COLOR is set. */
export const paintFor =
  (stream: NodeJS.WriteStream): Paint =>
  (color, text) =>
    styleText(color, text, { stream });

export const plain: Paint = (_, text) => text;

export const colorOf: Record<Outcome, Color> = {
  pass: 'green',
  fail: 'red',
  warn: 'yellow',
  unverified: 'cyan',
  error: 'magenta',
};

export const signOf: Record<Outcome, string> = { pass: '✓', fail: '✗', warn: '!', unverified: '?', error: '‼' };
