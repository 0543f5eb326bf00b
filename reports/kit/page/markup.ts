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

/** Most texts match. Without this test, `printable` would take most of the time that a large page needs. */
const isPrintableAscii = /^[ -~]*$/;

/** Printable ASCII without the characters that have an entity. */
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
 * Markup from a template. Values that are not markup are made printable and escaped, for texts and for quoted
 * attributes.
 */
export const markup = (pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(pieces.reduce((before, piece, index) => `${before}${written(parts[index - 1] ?? '')}${piece}`));

export const nothing = new Markup('');

/** A sentence, with what stands between backticks as code. */
export const sentenceView = (text: string): Markup[] =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : markup`${part}`));

export interface Column {
  name: string;
  /** Right-aligned, with digits of equal width. */
  isNumber?: boolean;
}

/** A table whose first column is the heading of each row. On a narrow screen, each row becomes a block. */
export const table = (label: string, columns: readonly Column[], rows: readonly (readonly Part[])[]): Markup => {
  const kind = (index: number): string => (columns[index]?.isNumber ? 'number' : 'text');
  const cells = ([heading = '', ...others]: readonly Part[]): Markup =>
    markup`<tr><th scope="row" class="${kind(0)}">${heading}</th>${others.map((cell, index) => markup`<td class="${kind(index + 1)}" data-name="${columns[index + 1]?.name ?? ''}"><div>${cell}</div></td>`)}</tr>`;
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="stacking"><thead><tr>${columns.map(({ name }, index) => markup`<th scope="col" class="${kind(index)}">${name}</th>`)}</tr></thead><tbody>${rows.map(cells)}</tbody></table></div>`;
};

/** A list of names and values. */
export const facts = (pairs: readonly (readonly [name: string, value: Part])[]): Markup =>
  markup`<dl class="facts">${pairs.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
