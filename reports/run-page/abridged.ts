import type { LineRange, MessageLine } from './message-line.ts';

/** The first line, the headers and the start of a body. */
const headLines = 16;
const linesBefore = 12;
const linesShown = 40;
const maxLineLength = 2_000;

/** Lines and the marked ranges. */
interface MarkedLines {
  lines: MessageLine[];
  marked: LineRange[];
}

const shortened = (line: MessageLine): MessageLine =>
  line.text.length > maxLineLength
    ? { ...line, text: `${line.text.slice(0, maxLineLength)}… (${line.text.length} characters)` }
    : line;

/** The start of a message and the lines around the first mark, with the number of omitted lines. */
export const abridged = (lines: readonly MessageLine[], marked: readonly LineRange[]): MarkedLines => {
  const around = Math.max(headLines, (marked[0]?.[0] ?? 0) - linesBefore);
  const isKept = (index: number): boolean => index < headLines || (index >= around && index < around + linesShown);
  const kept: MarkedLines = { lines: [], marked: [] };
  let left = 0;
  const closeGap = (): void => {
    if (left > 0) kept.lines.push({ pointer: '-', label: left === 1 ? '… 1 line' : `… ${left} lines`, text: '' });
    left = 0;
  };
  for (const [index, line] of lines.entries()) {
    if (!isKept(index)) {
      left++;
      continue;
    }
    closeGap();
    if (marked.some(([first, last]) => index >= first && index <= last)) {
      kept.marked.push([kept.lines.length, kept.lines.length]);
    }
    kept.lines.push(shortened(line));
  }
  closeGap();
  return kept;
};
