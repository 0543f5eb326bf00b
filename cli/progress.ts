import { clearLine, cursorTo } from 'node:readline';
import type { Verdict } from '../core/verdict.ts';
import type { Progress as LoadProgress } from '../load/run/run-load-test.ts';
import type { ListedRule } from '../reports/listed-rules.ts';
import { probesTheEdge } from '../suites/capability.ts';

/** A line that a terminal draws again with each text. Elsewhere, each text is a new line. */
const liveLine = (stream: NodeJS.WriteStream): Disposable & { write(text: string): void } => {
  let isDrawn = false;
  const erase = (): void => {
    if (!isDrawn) return;
    cursorTo(stream, 0);
    clearLine(stream, 0);
    isDrawn = false;
  };
  return {
    write(text) {
      erase();
      stream.write(stream.isTTY ? text.slice(0, stream.columns - 1) : `${text}\n`);
      isDrawn = stream.isTTY;
    },
    [Symbol.dispose]: erase,
  };
};

const redrawEveryMs = 100;
const lineEveryMs = 5_000;
const shownWaiting = 4;

/** Shows one live line on a terminal, otherwise a line every few seconds. */
export const showProgress = (
  selected: readonly ListedRule[],
  stream: NodeJS.WriteStream,
): Disposable & { judged(verdict: Verdict): void } => {
  const inOrder = selected.toSorted((a, b) => Number(probesTheEdge(a)) - Number(probesTheEdge(b)));
  const waiting = new Set(inOrder.map(({ id }) => id));
  const startedAt = Date.now();
  let failed = 0;
  const state = (): string => {
    const ids = [...waiting];
    const more = ids.length > shownWaiting ? ` and ${ids.length - shownWaiting} more` : '';
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    const still = ids.length > 0 ? `waiting for ${ids.slice(0, shownWaiting).join(', ')}${more}` : 'cleaning up';
    return `${selected.length - ids.length} of ${selected.length} judged · ${failed} failed · ${seconds} s · ${still}`;
  };
  const line = liveLine(stream);
  const timer = setInterval(() => line.write(state()), stream.isTTY ? redrawEveryMs : lineEveryMs);
  timer.unref();
  return {
    judged({ rule, outcome }) {
      waiting.delete(rule);
      if (outcome === 'fail') failed++;
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      line[Symbol.dispose]();
    },
  };
};

const describe = ({ phase, seconds, plannedSeconds, journeys, errors, notifications }: LoadProgress): string => {
  if (phase === 'probing') return 'sending a probe order and waiting for its notification ...';
  if (phase === 'waiting') return 'registered and listening: start the generators ...';
  const { due, delivered } = notifications;
  const ofDue = due > 0 ? ` · ${delivered} of ${due} notifications delivered` : '';
  const where =
    phase === 'load' ? `${Math.min(seconds, plannedSeconds).toFixed(0)} of ${plannedSeconds} s` : 'draining';
  return `${where} · ${journeys} journeys · ${errors} errors${ofDue}`;
};

/** Shows the progress of a load run: one live line on a terminal, otherwise a line every few seconds. */
export const showLoadProgress = (stream: NodeJS.WriteStream): Disposable & { show(progress: LoadProgress): void } => {
  const line = liveLine(stream);
  let lastMs = Number.NEGATIVE_INFINITY;
  return {
    show(progress) {
      if (!stream.isTTY && performance.now() - lastMs < lineEveryMs) return;
      lastMs = performance.now();
      line.write(describe(progress));
    },
    [Symbol.dispose]: () => line[Symbol.dispose](),
  };
};
