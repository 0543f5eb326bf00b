import type { FractionDigits, Instant } from './dates/instant.ts';

/** A clock in the precision that the platform returns. It never goes back. */
export function startClock(fractionDigits: FractionDigits, epochMs: () => number): () => Instant {
  let last = 0;
  let turn = 0;
  return () => {
    const now = Math.floor(epochMs()) * 1_000;
    if (fractionDigits === 0) last = Math.max(last, now - (now % 1_000_000));
    else if (fractionDigits === 3) last = Math.max(last, now);
    else if (now <= last) last += 1;
    else {
      // with varying digits, every other moment has microseconds, so that both lengths occur
      turn += 1;
      last = fractionDigits === 'varying' && turn % 2 === 0 ? now : now + 1;
    }
    return last;
  };
}
