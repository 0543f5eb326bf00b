import { type Markup, markup, nothing } from '../kit/page/markup.ts';
import { jsonLines, type MessageLine } from './json-lines.ts';

/** A longer body is shortened and shown unformatted. */
const maxBodyLength = 128 * 1024;
const shownOfLonger = 16 * 1024;

/** The first line, the headers and the start of a body. */
const headLines = 16;
const linesBefore = 12;
const linesShown = 40;
const maxLineLength = 2_000;

const noPointer = '-';

const bodyLines = (body: string): MessageLine[] => {
  if (body.length > maxBodyLength) {
    return [
      { pointer: noPointer, label: '', text: body.slice(0, shownOfLonger) },
      { pointer: noPointer, label: `… ${body.length} characters in all`, text: '' },
    ];
  }
  const raw = (): MessageLine[] => body.split(/\r?\n/).map((text) => ({ pointer: noPointer, label: '', text }));
  return jsonLines(body) ?? raw();
};

/** The first line, headers and body of a message; JSON with one line for each value. */
export const messageLines = (
  first: MessageLine,
  headers: Readonly<Record<string, string>>,
  body: string,
): MessageLine[] => [
  first,
  ...Object.entries(headers).map(([name, value]) => ({
    pointer: `header ${name.toLowerCase()}`,
    label: `${name}: `,
    text: value,
  })),
  ...(body === '' ? [] : [{ pointer: noPointer, label: '', text: '' }, ...bodyLines(body)]),
];

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

const isIn = (index: number, ranges: readonly LineRange[]): boolean =>
  ranges.some(([first, last]) => index >= first && index <= last);

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
    if (left > 0) kept.lines.push({ pointer: noPointer, label: left === 1 ? '… 1 line' : `… ${left} lines`, text: '' });
    left = 0;
  };
  for (const [index, line] of lines.entries()) {
    if (!isKept(index)) {
      left++;
      continue;
    }
    closeGap();
    if (isIn(index, marked)) {
      kept.marked.push([kept.lines.length, kept.lines.length]);
    }
    kept.lines.push(shortened(line));
  }
  closeGap();
  return kept;
};

/** A message with marked lines. */
export const messageView = (name: string, lines: readonly MessageLine[], marked: readonly LineRange[] = []): Markup => {
  const shown = lines.map(({ label, text }, index) => {
    const named = label === '' ? nothing : markup`<i>${label}</i>`;
    return isIn(index, marked)
      ? markup`<span class="marked">${named}${text}</span>`
      : markup`<span>${named}${text}</span>`;
  });
  return markup`<div class="message" tabindex="0" role="group" aria-label="${name}">${shown}</div>`;
};
