import { join } from 'node:path';
import { counted } from '../../core/counted.ts';
import type { LoadResult } from '../../core/load-result.ts';
import { appendHistory, entryOf, levelChanges, readHistory } from '../../load/gate/history.ts';
import { minValues } from '../../load/gate/statistics/change-points.ts';

/** One line for each run, for all releases that were tested into the same folder. */
const historyFile = 'load-history.jsonl';

/**
 * Adds a valid run to the history, and returns in words which measures have changed their level over the releases. This
 * also shows slow changes that no single comparison sees.
 */
export const levelsSince = async (result: LoadResult, release: string, out: string): Promise<string[]> => {
  const file = join(out, historyFile);
  if (result.gate.verdict === 'invalid')
    return [`${release} is not added to ${historyFile}: its results are not reliable`];
  await appendHistory(file, entryOf(result, release));
  const history = await readHistory(file);
  const changes = levelChanges(history);
  const held = `${counted(history.length, 'run')} in ${historyFile}`;
  if (history.length < minValues) return [`${held}: a change of level shows from ${minValues} on`];
  if (changes.length === 0) return [`${held}: no measure has changed its level`];
  return changes.map(
    ({ measure, entry, ratio, pValue }) =>
      `since ${entry.version} (${entry.date.slice(0, 10)}) ${measure} is ${ratio.toFixed(2)} times what it was before (p = ${pValue.toFixed(3)})`,
  );
};
