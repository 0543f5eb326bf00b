import { factsIn } from '../../reports/kit/fact.ts';
import type { Paint } from '../../reports/kit/paint.ts';
import { printable } from '../../reports/kit/printable.ts';
import { wrapped } from './wrapped.ts';

/** How wide a report for a terminal may be. */
export const columns = 100;
export const figureWidth = 10;
/** Of what stands left of a labelled text, its indent included. */
export const labelWidth = 17;
const indent = '  ';
const fact = factsIn({ indent, labelWidth: labelWidth - indent.length });

/** Printable, and exactly so wide. */
export const fitted = (text: string, width: number): string => {
  const shown = printable(text);
  return (shown.length > width ? `${shown.slice(0, width - 1)}…` : shown).padEnd(width);
};

/** A labelled text, on as many lines as it takes. */
export const labelled = (label: string, text: string): string[] => fact(label, ...wrapped(text, columns - labelWidth));

export const heading = (title: string, paint: Paint): string[] => ['', paint('bold', title)];

/** A line of a table: a name, and figures set to the right. Painted whole, since colors have no width. */
export const row = (name: string, cells: readonly string[], nameWidth = 36): string =>
  fitted(name, nameWidth) + cells.map((cell) => cell.padStart(figureWidth)).join('');

/** Paints what stands for a count: dim when there is none. */
export const weighed = (count: number, weight: 'good' | 'open' | 'broken', text: string, paint: Paint): string => {
  if (count === 0) return paint('dim', text);
  if (weight === 'good') return text;
  return paint(weight === 'broken' ? 'red' : 'yellow', text);
};
