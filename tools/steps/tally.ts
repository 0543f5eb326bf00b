/** The counts of one step of a test command. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 };

export const addTallies = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
  failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
  skipped: tallies.reduce((sum, { skipped }) => sum + skipped, 0),
});

/** The last line of a test command. Machines also read it. */
export const describeTally = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** The tally in such a line, if it is one. */
export const readTally = (line: string): Tally | undefined => {
  const found = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line);
  return found ? { passed: Number(found[1]), failed: Number(found[2]), skipped: Number(found[3] ?? 0) } : undefined;
};
