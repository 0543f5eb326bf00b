/** A line of a request or an answer as the page shows it. */
export interface MessageLine {
  /** What an assertion calls it: `status`, `header <name>`, or the JSON pointer of the value that begins or ends here. */
  pointer: string;
  /** What stands before the value: the name of a header, the indent and the name of a property. */
  label: string;
  text: string;
}

/** First and last line, counted from 0. */
export type LineRange = readonly [first: number, last: number];

const rangeOf = (lines: readonly MessageLine[], pointer: string): LineRange | undefined => {
  const first = lines.findIndex((line) => line.pointer === pointer);
  return first === -1 ? undefined : [first, lines.findLastIndex((line) => line.pointer === pointer)];
};

/**
 * The lines that an assertion speaks of. Of a property that is not there: the first line of the nearest value around it.
 * Undefined when it speaks of no line, or of the whole.
 */
export const linesAt = (lines: readonly MessageLine[], pointer: string): LineRange | undefined => {
  const exact = rangeOf(lines, pointer.startsWith('header ') ? pointer.toLowerCase() : pointer);
  if (exact || !pointer.startsWith('/')) return pointer === '' ? undefined : exact;
  for (let around = pointer; around !== ''; ) {
    around = around.slice(0, around.lastIndexOf('/'));
    const found = rangeOf(lines, around);
    if (found) return [found[0], found[0]];
  }
  return undefined;
};
