import { type Markup, markup, nothing } from '../kit/page/markup.ts';
import { jsonLines } from './json-lines.ts';
import type { LineRange, MessageLine } from './message-line.ts';

/** A longer body is shortened and shown unformatted. */
const maxBodyLength = 128 * 1024;
const shownOfLonger = 16 * 1024;

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

const isIn = (index: number, ranges: readonly LineRange[]): boolean =>
  ranges.some(([first, last]) => index >= first && index <= last);

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
