import type { StoredExchange } from '../../core/exchange.ts';
import { pointerPart } from '../../core/json.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { type Markup, markup, nothing } from '../kit/page/markup.ts';
import { excerpt } from '../kit/printable.ts';

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

/** A command to paste. The script of the page shows the button. */
export const commandView = (name: string, command: string): Markup =>
  markup`<div class="command"><code tabindex="0" role="group" aria-label="Command: ${name}">${command}</code><button type="button" class="copy" hidden>Copy<span class="unseen"> the ${name} command</span></button></div>`;

const maxAssertionLength = 400;

/** The assertions, with the actual value of each failed one. */
export const assertionsView = (assertions: StoredExchange['assertions']): Markup => {
  if (assertions.length === 0) return nothing;
  const items = assertions.map(({ pointer, expected, actual, held }) => {
    const expectedHere = markup`<code>${pointer === '' ? 'the body' : pointer}</code> ${excerpt(expected, maxAssertionLength)}`;
    return held
      ? markup`<li class="held"><span class="sign" role="img" aria-label="holds">✓</span><div>${expectedHere}</div></li>`
      : markup`<li class="broken"><span class="sign" role="img" aria-label="does not hold">✗</span><div>${expectedHere}<br>but it is <b>${excerpt(actual, maxAssertionLength)}</b></div></li>`;
  });
  return markup`<ul class="assertions">${items}</ul>`;
};

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

const indentWidth = 2;
/** Deeper JSON is shown unformatted: each level is a longer indent. */
const maxDepth = 60;

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

interface Level {
  pointer: string;
  isArray: boolean;
  /** Index of the next value of an array. */
  index: number;
}

const keyPart = (quoted: string): string =>
  pointerPart(quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1));

/**
 * JSON with one line for each value and every token unchanged: numbers keep their digits, duplicate keys stay.
 * Undefined if the text is not JSON or too deep.
 */
export const jsonLines = (text: string): MessageLine[] | undefined => {
  if (parsedJson(text) === undefined) return undefined;
  const lines: MessageLine[] = [];
  const levels: Level[] = [];
  let key: string | undefined;
  /** The last written value or closing bracket: only a comma may follow on its line. */
  let line: MessageLine | undefined;

  const indent = (): string => ' '.repeat(levels.length * indentWidth);
  const begin = (written: string): MessageLine => {
    const level = levels.at(-1);
    const named = key === undefined ? '' : `${key}: `;
    const part = level?.isArray ? String(level.index++) : keyPart(key ?? '""');
    const pointer = level ? `${level.pointer}/${part}` : '';
    key = undefined;
    const begun = { pointer, label: indent() + named, text: written };
    lines.push(begun);
    return begun;
  };

  const tokens = text.match(token) ?? [];
  for (const [index, found] of tokens.entries()) {
    if (found === ',') {
      if (line) line.text += ',';
    } else if (found === '{' || found === '[') {
      if (levels.length === maxDepth) return undefined;
      const opened = begin(found);
      levels.push({ pointer: opened.pointer, isArray: found === '[', index: 0 });
      line = opened;
    } else if (found === '}' || found === ']') {
      const closed = levels.pop();
      const opening = tokens[index - 1];
      if (line && (opening === '{' || opening === '[')) {
        line.text += found;
      } else {
        line = { pointer: closed?.pointer ?? '', label: indent(), text: found };
        lines.push(line);
      }
    } else if (found !== ':') {
      if (tokens[index + 1] === ':') key = found;
      else line = begin(found);
    }
  }
  return lines;
};
