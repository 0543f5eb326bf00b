import type { StoredAttempt } from '../../core/attempt.ts';
import { counted } from '../../core/counted.ts';
import { describeSubject, keyOfSubject, type StoredDeliveries } from '../../core/deliveries.ts';
import { answerOf } from '../failures/evidence-in-words.ts';
import { type Markup, markup, nothing } from '../kit/page/markup.ts';
import { abridged, assertionsView, messageLines, messageView } from './message.ts';

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
