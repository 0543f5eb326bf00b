/** A line of a request or an answer. */
export interface MessageLine {
  /**
   * How an assertion names it: `status`, `header <name>`, or the JSON pointer of the value that starts or ends here.
   */
  pointer: string;
  /** The text before the value: a header name, or the indent and key of a property. */
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
 * The lines that an assertion is about. For a missing property, the first line of the nearest parent. Undefined if it
 * is about no line, or about the whole body.
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
