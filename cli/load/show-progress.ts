import { clearLine, cursorTo } from 'node:readline';
import type { Progress } from '../../load/run/run-load-test.ts';

const lineEveryMs = 5_000;

const describe = ({ phase, seconds, plannedSeconds, journeys, errors, notifications }: Progress): string => {
  if (phase === 'probing') return 'sending a probe order and waiting for its notification ...';
  if (phase === 'waiting') return 'registered and listening: start the generators ...';
  const { due, delivered } = notifications;
  const ofDue = due > 0 ? ` · ${delivered} of ${due} notifications delivered` : '';
  const where =
    phase === 'load' ? `${Math.min(seconds, plannedSeconds).toFixed(0)} of ${plannedSeconds} s` : 'draining';
  return `${where} · ${journeys} journeys · ${errors} errors${ofDue}`;
};

/** Shows the progress of a load run: one live line on a terminal, otherwise a line every few seconds. */
export const showLoadProgress = (stream: NodeJS.WriteStream): Disposable & { show(progress: Progress): void } => {
  let lastMs = Number.NEGATIVE_INFINITY;
  let isDrawn = false;
  return {
    show(progress) {
      if (stream.isTTY) {
        cursorTo(stream, 0);
        clearLine(stream, 0);
        stream.write(describe(progress).slice(0, stream.columns - 1));
        isDrawn = true;
      } else if (performance.now() - lastMs >= lineEveryMs) {
        lastMs = performance.now();
        stream.write(`${describe(progress)}\n`);
      }
    },
    [Symbol.dispose]() {
      if (!isDrawn) return;
      cursorTo(stream, 0);
      clearLine(stream, 0);
    },
  };
};
