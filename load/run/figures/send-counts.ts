import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Conservation, Irregularities } from '../../../core/load-result.ts';
import type { K6 } from '../../k6/look-for-k6.ts';
import { type K6End, startK6 } from '../../k6/start-k6.ts';
import type { CountsToSend } from '../../plan.ts';

interface SendCountsOptions {
  k6: K6;
  outputs: readonly string[];
  runId: string;
  folder: string;
}

const script = fileURLToPath(new URL('../../scripts/counts.ts', import.meta.url));
/** A second run of k6 would overwrite their file, or appear as a test run of its own. */
const takesOneRun = /^(json|csv|cloud|web-dashboard)(=|$)/;
const limitMs = 30_000;

/** Those of k6's outputs that can take the ledger's counts after the load; k6 reads `K6_OUT` where no flag names any. */
export const outputsForCounts = (outputs: readonly string[], environment: NodeJS.ProcessEnv): string[] =>
  (outputs.length > 0 ? outputs : (environment.K6_OUT?.split(',') ?? [])).filter(
    (output) => output !== '' && !takesOneRun.test(output),
  );

/**
 * Sends the ledger's counts to k6's outputs by a k6 of their own: the one that sends the load ends with its last journey,
 * so that its outputs hold neither the wait for notifications nor a request for the counts. Resolves with k6's errors.
 */
export const sendCounts = async (
  { k6, outputs, runId, folder }: SendCountsOptions,
  { conservation, irregularities }: { conservation: Conservation; irregularities: Irregularities },
): Promise<K6End['errors']> => {
  const able = outputsForCounts(outputs, process.env);
  if (able.length === 0) return [];
  const toSend: CountsToSend = { runId, counts: { ...conservation, unexpected: irregularities.unexpected } };
  const running = await startK6({
    k6,
    script,
    outputs: able,
    flags: [],
    journalFile: join(folder, 'counts.log'),
    environment: { SELO_LOAD_COUNTS: JSON.stringify(toSend) },
  });
  const limit = setTimeout(() => running.kill(), limitMs);
  try {
    const { code, errors } = await running.ended;
    return code === 0 ? errors : [...errors, `k6 could not send the ledger's counts to ${able.join(', ')}`];
  } finally {
    clearTimeout(limit);
  }
};
