import { printable } from '../printable.ts';

/** HTML or SVG that is safe to stand in a page: only `markup` makes it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Part = string | number | Markup | readonly Part[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Most texts are; the classes of `printable` cost more than all else of a large page. */
const isPrintableAscii = /^[ -~]*$/;

/** The same without the characters that have an entity. */
const isPlain = /^[ !#-%(-;=?-~]*$/;

const escaped = (text: string): string =>
  isPlain.test(text)
    ? text
    : (isPrintableAscii.test(text) ? text : printable(text)).replace(
        /[&<>"']/g,
        (character) => entities[character] ?? '',
      );

const written = (part: Part): string => {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string') return escaped(part);
  return part.map(written).join('');
};

/**
 * Markup from a template. Whatever is put in is made printable and escaped, for text and for quoted attributes alike,
 * unless it is markup itself.
 */
export const markup = (pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(pieces.reduce((before, piece, index) => `${before}${written(parts[index - 1] ?? '')}${piece}`));

export const nothing = new Markup('');

/** A sentence, with what stands between backticks as code. */
export const sentenceView = (text: string): Markup[] =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : markup`${part}`));
