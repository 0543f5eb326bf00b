import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { LoadResult } from '../../../core/load-result.ts';
import { readFact } from '../../facts.ts';
import { traceIdOf } from '../../trace.ts';

/** What identifies an order in the logs and traces of a target. */
export type SentOrder = NonNullable<LoadResult['examples'][string][number]['sent']>;

/** Reads journals again for these ids or external ids: only few orders need it, so not all are kept in memory. */
export const sentOrdersIn = async (
  journals: readonly string[],
  ids: ReadonlySet<string>,
): Promise<Map<string, SentOrder>> => {
  const found = new Map<string, SentOrder>();
  if (ids.size === 0) return found;
  for (const journal of journals.filter(existsSync)) {
    for await (const line of createInterface({ input: createReadStream(journal) })) {
      const fact = readFact(line);
      if (fact?.[0] !== 'j') continue;
      const [, , company, , , [first], order] = fact;
      const name = order?.slice(0, 2).find((id) => typeof id === 'string' && ids.has(id));
      if (order === null || typeof name !== 'string') continue;
      const [externalId] = order;
      const sentAt = new Date(first?.[1] ?? order[2]).toISOString();
      found.set(name, { externalId, company, sentAt, trace: traceIdOf(externalId) });
    }
  }
  return found;
};
