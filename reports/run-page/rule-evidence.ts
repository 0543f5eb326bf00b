import { countedIfAny } from '../../core/counted.ts';
import type { StoredDeliveries } from '../../core/deliveries.ts';
import type { StoredExchange } from '../../core/exchange.ts';
import type { Result } from '../../core/result.ts';
import { type Verdict, violationOf } from '../../core/verdict.ts';
import { percentDecoded } from '../../fixtures/reading/percent-decoded.ts';
import { causingExchange, showingDelivery, showingExchange } from '../failures/leading-exchanges.ts';
import { curlOf } from '../failures/repeat/commands.ts';
import { changesInWords, passedInWords, stepsInWords } from '../failures/verdict-in-words.ts';
import { type Markup, markup, nothing, sentenceView } from '../kit/page/markup.ts';
import { excerpt } from '../kit/printable.ts';
import { deliveryView } from './delivery-view.ts';
import type { Evidence, EvidenceId } from './evidence.ts';
import {
  abridged,
  assertionsView,
  commandView,
  type LineRange,
  linesAt,
  type MessageLine,
  messageLines,
  messageView,
} from './message.ts';

const answerLines = (exchange: StoredExchange): MessageLine[] =>
  'status' in exchange
    ? messageLines({ pointer: 'status', label: '', text: String(exchange.status) }, exchange.headers, exchange.text)
    : [{ pointer: '-', label: `no answer: ${exchange.lost}`, text: ` ${exchange.reason}` }];

/** Only the first line of a longer value is marked. */
const maxMarked = 24;

/** The lines of the answer that failed assertions are about. */
const brokenLines = (exchange: StoredExchange, pointers: readonly string[]): LineRange[] => {
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
const cameOf = (exchange: StoredExchange): string => ('status' in exchange ? String(exchange.status) : exchange.lost);

const brokenPointers = (assertions: StoredExchange['assertions']): string[] =>
  assertions.filter(({ held }) => !held).map(({ pointer }) => pointer);

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
const exchangeView = (exchange: StoredExchange, target: Result['target']): Markup =>
  talkView(exchange, target, {
    sent: requestLines(exchange),
    came: { lines: answerLines(exchange) },
    maxPastedLength: 16 * 1024,
  });

/** A shortened version for the first view of the page, with the lines of an assertion marked. */
const briefExchangeView = (exchange: StoredExchange, target: Result['target'], pointer: string): Markup =>
  talkView(exchange, target, {
    sent: abridged(requestLines(exchange), []).lines,
    came: abridged(answerLines(exchange), brokenLines(exchange, [pointer])),
    maxPastedLength: 2 * 1024,
  });

type Decided = { exchange: StoredExchange } | { delivery: StoredDeliveries } | undefined;

const decidedBy = (verdict: Verdict): Decided => {
  const exchange = showingExchange(verdict);
  if (exchange) return { exchange };
  const delivery = showingDelivery(verdict);
  return delivery && { delivery };
};

const listOf = (lines: readonly string[]): Markup =>
  markup`<ol class="steps">${lines.map((line) => markup`<li>${sentenceView(line)}</li>`)}</ol>`;

const titledList = (title: string, lines: readonly string[]): Markup =>
  lines.length === 0 ? nothing : markup`<h3>${title}</h3>${listOf(lines)}`;

const decidingView = (result: Result, verdict: Verdict, decided: NonNullable<Decided>): Markup => {
  const { target } = result;
  const cause = causingExchange(verdict);
  const command = cause ? commandView('leading', curlOf(cause, target)) : nothing;
  const steps = stepsInWords(verdict);
  const first = steps.length === 0 ? nothing : markup`<h3>What led to it</h3>${listOf(steps)}${command}`;
  const scope = markup`${titledList('What it changed', changesInWords(verdict))}${titledList('What passed the same check', passedInWords(verdict))}`;
  return 'delivery' in decided
    ? markup`${first}<h3>The delivery that shows it</h3>${deliveryView(decided.delivery, target.timeScale)}${scope}`
    : markup`${first}<h3>The exchange that shows it</h3>${briefExchangeView(decided.exchange, target, violationOf(verdict)?.pointer ?? '')}${scope}`;
};

const maxPathLength = 300;

const exchangeItem = (
  { target }: Result,
  verdict: Verdict,
  { exchange, place }: { exchange: StoredExchange; place: string },
  evidence: Evidence,
): Markup => {
  const { assertions, ...bare } = exchange;
  const { request, durationMs, number } = exchange;
  const id = evidence.keep(JSON.stringify(bare), () => exchangeView(exchange, target));
  const broken = brokenPointers(assertions);
  const violation = violationOf(verdict);
  const isDeciding = violation?.exchange === number;
  const decided = isDeciding ? [violation.pointer] : [];
  const marks = brokenLines(exchange, [...new Set([...broken, ...decided])])
    .map(([first, last]) => `${first}-${last}`)
    .join(' ');
  const held = assertions.length - broken.length;
  const said = [
    ...(isDeciding ? ['decided'] : []),
    ...(broken.length > 0 ? [`${broken.length} ✗`] : []),
    ...(held > 0 ? [`${held} ✓`] : []),
    `${durationMs.toFixed(0)} ms`,
  ].join(' · ');
  return markup`<details class="exchange"><summary><span class="asked"><b>${request.method}</b> ${excerpt(percentDecoded(request.path), maxPathLength)}</span> <span class="came">${cameOf(exchange)}</span> <small>${said}</small></summary>${assertionsView(assertions)}<div data-evidence="${id}" data-marks="${marks}"></div><p class="note">result.json#${place}</p></details>`;
};

/** A verdict and its index in the result. */
interface Place {
  verdict: Verdict;
  index: number;
}

/** Stores the evidence of a verdict, except what is already shown. Undefined if there is none. */
const keepEvidence = (
  result: Result,
  { verdict, index }: Place,
  shown: StoredDeliveries | undefined,
  evidence: Evidence,
): { id: EvidenceId; amount: string } | undefined => {
  const { exchanges } = verdict;
  const deliveries = verdict.deliveries.filter((delivery) => delivery !== shown);
  if (exchanges.length + deliveries.length === 0) return undefined;
  const items = exchanges
    .map((exchange, at) => ({ exchange, place: `/verdicts/${index}/exchanges/${at}` }))
    .toSorted((a, b) => Date.parse(a.exchange.sentAt) - Date.parse(b.exchange.sentAt))
    .map((item) => exchangeItem(result, verdict, item, evidence));
  const journeys = deliveries.map((delivery) => deliveryView(delivery, result.target.timeScale));
  const amount = [
    ...countedIfAny(exchanges.length, 'exchange', 'exchanges'),
    ...countedIfAny(
      deliveries.length,
      shown ? 'other delivery' : 'delivery',
      shown ? 'other deliveries' : 'deliveries',
    ),
  ].join(' and ');
  return { id: evidence.keep(`verdict ${index}`, () => markup`${items}${journeys}`), amount };
};

/** What decided a verdict, and a placeholder for all other evidence. */
export const evidenceView = (result: Result, place: Place, evidence: Evidence): Markup => {
  const { verdict, index } = place;
  const decided = decidedBy(verdict);
  const deciding = decided && evidence.show(() => decidingView(result, verdict, decided));
  const shown = deciding && 'delivery' in decided ? decided.delivery : undefined;
  const kept = keepEvidence(result, place, shown, evidence);
  const where = `result.json#/verdicts/${index}`;
  const first =
    decided && !deciding
      ? markup`<p class="note">The deciding evidence is left out here to keep the page small; it is below and in ${where}.</p>`
      : (deciding ?? nothing);
  const rest = kept
    ? markup`<h3>Evidence <small>${kept.amount}</small></h3><div class="evidence" data-evidence="${kept.id}"><p class="note">It is in ${where}.</p></div>`
    : markup`<p class="note">${deciding ? 'Nothing else' : 'No exchange'} was recorded for it.</p>`;
  return markup`${first}${rest}`;
};
