import type { StoredAttempt } from '../../core/attempt.ts';
import { counted, countedIfAny } from '../../core/counted.ts';
import { describeSubject, keyOfSubject, type StoredDeliveries } from '../../core/deliveries.ts';
import type { StoredExchange } from '../../core/exchange.ts';
import type { Result } from '../../core/result.ts';
import { type Verdict, violationOf } from '../../core/verdict.ts';
import { percentDecoded } from '../../fixtures/reading/percent-decoded.ts';
import { answerOf } from '../failures/evidence-in-words.ts';
import { causingExchange, showingDelivery, showingExchange } from '../failures/leading-exchanges.ts';
import { curlOf } from '../failures/repeat/commands.ts';
import { changesInWords, passedInWords, stepsInWords } from '../failures/verdict-in-words.ts';
import { type Markup, markup, nothing, sentenceView } from '../kit/page/markup.ts';
import { excerpt } from '../kit/printable.ts';
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

/** Documented seconds between the first attempt of a delivery and the second; each later wait is twice as long. */
const firstWaitSeconds = 2;
/** The maximum number of attempts of a delivery. */
export const maxAttempts = 10;

/** Documented seconds from the first attempt to the one with this number, counted from 1. */
export const documentedSeconds = (attempt: number): number => firstWaitSeconds * (2 ** (attempt - 1) - 1);

/** Maps seconds to a scale with equal distances between documented attempts: the first at 0, the second at 1. */
export const onBackoffScale = (seconds: number): number => Math.log2(Math.max(0, seconds) / firstWaitSeconds + 1);

const isAccepted = ({ answer }: StoredAttempt): boolean =>
  answer?.kind === 'status' && answer.status >= 200 && answer.status < 300;

/** An attempt with its documented seconds after the first. */
interface Placed {
  attempt: StoredAttempt;
  number: number;
  seconds: number;
}

const placed = ({ attempts }: StoredDeliveries, timeScale: number): Placed[] => {
  const start = attempts[0]?.receivedAtMs ?? 0;
  return attempts.map((attempt, index) => ({
    attempt,
    number: index + 1,
    seconds: (attempt.receivedAtMs - start) / 1000 / timeScale,
  }));
};

/** The number of documented attempts: up to the first accepted one, ten at most. */
const dueOf = (all: readonly Placed[]): number => {
  const accepted = all.findIndex(({ attempt }) => isAccepted(attempt));
  return accepted === -1 ? maxAttempts : Math.min(maxAttempts, accepted + 1);
};

const whenOf = ({ number, seconds }: Placed, due: number): string => {
  const at = `${seconds.toFixed(2)} s`;
  if (number === 1) return 'at 0 s';
  if (number <= due) return `at ${at}, documented ${documentedSeconds(number)} s`;
  return due < maxAttempts ? `at ${at}, although one was accepted` : `at ${at}, beyond the ten`;
};

const laneY = 38;
const height = 78;

const percentAt = (seconds: number, end: number): string =>
  `${((100 * (onBackoffScale(seconds) + 0.5)) / (end + 1)).toFixed(2)}%`;

const plotOf = (delivery: StoredDeliveries, all: readonly Placed[], due: number): Markup => {
  const end = Math.max(maxAttempts - 1, onBackoffScale(all.at(-1)?.seconds ?? 0));
  const documented = Array.from({ length: maxAttempts }, (_, index) => {
    const seconds = documentedSeconds(index + 1);
    const x = percentAt(seconds, end);
    const kind = index < due ? 'due' : 'not-due';
    return markup`<line class="${kind}" x1="${x}" x2="${x}" y1="18" y2="${height - 20}"/><text class="x ${kind}" x="${x}" y="12">${index + 1}</text><text class="x" x="${x}" y="${height - 5}">${seconds}</text>`;
  });
  const came = all.map(({ attempt, seconds }) => {
    const x = percentAt(seconds, end);
    const [kind, sign] = isAccepted(attempt) ? ['accepted', '✓'] : ['refused', '✗'];
    return markup`<circle class="${kind}" cx="${x}" cy="${laneY}" r="7"/><text class="in-mark" x="${x}" y="${laneY}">${sign}</text>`;
  });
  const said = all.map((each) => `Attempt ${each.number} ${whenOf(each, due)}: ${answerOf(each.attempt)}.`).join(' ');
  return markup`<svg class="backoff" role="img" height="${height}"><title>Attempts for ${describeSubject(delivery.about)} against the documented schedule</title><desc>${said}</desc><line class="base" x1="0" x2="100%" y1="${laneY}" y2="${laneY}"/>${documented}${came}</svg>`;
};

/** Further attempts are only counted. */
const maxListed = 40;

const attemptView = (place: Placed, due: number): Markup => {
  const { attempt, number } = place;
  const cut = attempt.truncated ? `… cut, ${attempt.bodyBytes} bytes in all` : '';
  const lines = messageLines(
    { pointer: '-', label: '', text: `${attempt.method} ${attempt.url}` },
    attempt.headers,
    attempt.body,
  );
  const shown = abridged(cut === '' ? lines : [...lines, { pointer: '-', label: cut, text: '' }], []).lines;
  return markup`<details class="attempt"><summary><b>${number}</b> ${whenOf(place, due)} · ${answerOf(attempt)}</summary>${messageView(`Attempt ${number}`, shown)}</details>`;
};

/** The attempts of a delivery against the documented schedule, each with its content. */
export const deliveryView = (delivery: StoredDeliveries, timeScale: number): Markup => {
  const all = placed(delivery, timeScale);
  const due = dueOf(all);
  const listed = all.slice(0, maxListed);
  const more = all.length > maxListed ? markup`<p class="note">and ${all.length - maxListed} more</p>` : nothing;
  const journey =
    all.length === 0
      ? markup`<p class="empty">No attempt arrived.</p>`
      : markup`<figure>${plotOf(delivery, listed, due)}<figcaption>Above the line: the documented attempts; a solid line marks each one that was due. Below it: when each is due, in documented seconds after the first.${timeScale === 1 ? '' : ` One is ${timeScale} s here.`} Waiting for answers takes extra time. ✓ accepted, ✗ not.</figcaption></figure>${listed.map((place) => attemptView(place, due))}${more}`;
  return markup`<section class="delivery"><h4>Notification of ${delivery.about.kind} <code>${keyOfSubject(delivery.about)}</code> <small>${delivery.company} · ${counted(all.length, 'attempt')}</small></h4>${journey}${assertionsView(delivery.assertions)}</section>`;
};

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
