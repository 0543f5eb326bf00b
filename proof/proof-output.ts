import { describeTally } from '../tools/tally.ts';

/** Prints one line. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Ends a proof: its last line has the counts that the test commands read. `isEnough` is false where all pass and too little was proven. */
export const conclude = (
  { passed, failed, skipped = 0 }: { passed: number; failed: number; skipped?: number },
  isEnough = true,
): void => {
  say(describeTally({ passed, failed, skipped }));
  process.exitCode = failed === 0 && isEnough ? 0 : 1;
};

/** Successive seeds, as the options of a proof name them. */
export const seedsFrom = (first: string, count: string): number[] =>
  Array.from({ length: Number(count) }, (_, index) => Number(first) + index);
