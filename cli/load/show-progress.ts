import type { Progress } from '../../load/run/run-load-test.ts';
import { liveLine } from '../live-line.ts';

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
