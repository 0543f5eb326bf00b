import { expect, test } from 'vitest';
import { untilLaterDate } from './listing.ts';

test.for([
  ['2026-01-05T10:00:00.250Z', 1, 2],
  ['2026-01-05T10:00:00.250Z', 0.01, 2],
  ['2026-01-05T10:00:00Z', 1, 2],
  ['2026-01-05T10:00:00.000Z', 0.01, 110],
  [undefined, 0.01, 110],
] as const)(
  'after the date %s, at the time scale %d, a later one takes %d documented seconds',
  async ([shown, scale, seconds]) => {
    const waits: number[] = [];
    const wait = async (documentedSeconds: number): Promise<void> => void waits.push(documentedSeconds);
    await untilLaterDate({ clock: { scale, wait } }, shown);
    expect(waits.map(Math.round)).toEqual([seconds]);
  },
);
