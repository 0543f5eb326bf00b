import { type Markup, markup, type Part } from './markup.ts';

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
