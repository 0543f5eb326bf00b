import type { StoredExchange } from '../../core/exchange.ts';
import type { Result } from '../../core/result.ts';
import { curlOf } from '../failures/repeat/commands.ts';
import { type Markup, markup, nothing } from '../kit/page/markup.ts';
import type { MessageLine } from './json-lines.ts';
import { abridged, type LineRange, linesAt, messageLines, messageView } from './message.ts';
import { commandView } from './page-parts.ts';

type Assertions = StoredExchange['assertions'];

const answerLines = (exchange: StoredExchange): MessageLine[] =>
  'status' in exchange
    ? messageLines({ pointer: 'status', label: '', text: String(exchange.status) }, exchange.headers, exchange.text)
    : [{ pointer: '-', label: `no answer: ${exchange.lost}`, text: ` ${exchange.reason}` }];

/** Only the first line of a longer value is marked. */
const maxMarked = 24;

/** The lines of the answer that failed assertions are about. */
export const brokenLines = (exchange: StoredExchange, pointers: readonly string[]): LineRange[] => {
  if (pointers.length === 0) return [];
  const lines = answerLines(exchange);
  return pointers.flatMap((pointer) => {
    const found = linesAt(lines, pointer);
    if (!found) return [];
    const [first, last] = found;
    return [last - first < maxMarked ? found : ([first, first] as const)];
  });
};

/** The status of an exchange, or how it was lost. */
export const cameOf = (exchange: StoredExchange): string =>
  'status' in exchange ? String(exchange.status) : exchange.lost;

export const brokenPointers = (assertions: Assertions): string[] =>
  assertions.filter(({ held }) => !held).map(({ pointer }) => pointer);

const maxAssertionLength = 400;

const shortened = (text: string): string =>
  text.length > maxAssertionLength ? `${text.slice(0, maxAssertionLength)}… (${text.length} characters)` : text;

/** The assertions, with the actual value of each failed one. */
export const assertionsView = (assertions: Assertions): Markup => {
  if (assertions.length === 0) return nothing;
  const items = assertions.map(({ pointer, expected, actual, held }) => {
    const expectedHere = markup`<code>${pointer === '' ? 'the body' : pointer}</code> ${shortened(expected)}`;
    return held
      ? markup`<li class="held"><span class="sign" role="img" aria-label="holds">✓</span><div>${expectedHere}</div></li>`
      : markup`<li class="broken"><span class="sign" role="img" aria-label="does not hold">✗</span><div>${expectedHere}<br>but it is <b>${shortened(actual)}</b></div></li>`;
  });
  return markup`<ul class="assertions">${items}</ul>`;
};

const noteOn = (exchange: StoredExchange): Markup => {
  const { number, by, company, sentAt, durationMs } = exchange;
  const ended = 'status' in exchange ? 'answered' : 'given up';
  return markup`<p class="note">Request ${number}, sent for ${by} as ${company} at ${sentAt.slice(11, 23)} UTC, ${ended} after ${durationMs.toFixed(1)} ms.</p>`;
};

interface Shown {
  sent: readonly MessageLine[];
  came: { lines: readonly MessageLine[]; marked?: readonly LineRange[] };
  /** Longest body of a request that is shown as a command. */
  maxPastedLength: number;
}

const talkView = (
  exchange: StoredExchange,
  target: Result['target'],
  { sent, came, maxPastedLength }: Shown,
): Markup => {
  const { request, number } = exchange;
  const command =
    (request.body ?? '').length > maxPastedLength
      ? markup`<p class="note">Its body is too long for a command here: result.json has it.</p>`
      : commandView('curl', curlOf(exchange, target));
  return markup`<div class="talk"><div><h4>Request</h4>${messageView(`Request ${number}`, sent)}${command}${noteOn(exchange)}</div><div><h4>Response</h4>${messageView(`Answer to request ${number}`, came.lines, came.marked)}</div></div>`;
};

const requestLines = ({ request: { method, path, headers, body = '' } }: StoredExchange): MessageLine[] =>
  messageLines({ pointer: '-', label: '', text: `${method} ${path}` }, headers, body);

/** A request with its answer, without assertions, because several rules may show it. */
export const exchangeView = (exchange: StoredExchange, target: Result['target']): Markup =>
  talkView(exchange, target, {
    sent: requestLines(exchange),
    came: { lines: answerLines(exchange) },
    maxPastedLength: 16 * 1024,
  });

/** A shortened version for the first view of the page, with the lines of an assertion marked. */
export const briefExchangeView = (exchange: StoredExchange, target: Result['target'], pointer: string): Markup =>
  talkView(exchange, target, {
    sent: abridged(requestLines(exchange), []).lines,
    came: abridged(answerLines(exchange), brokenLines(exchange, [pointer])),
    maxPastedLength: 2 * 1024,
  });
