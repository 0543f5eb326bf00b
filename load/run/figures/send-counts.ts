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
/** Outputs that a second k6 would overwrite, or that show it as another test run. */
const takesOneRun = /^(json|csv|cloud|web-dashboard)(=|$)/;
const limitMs = 30_000;

/** The outputs of k6 that can receive counts after the load. Without flags, k6 reads `K6_OUT`. */
export const outputsForCounts = (outputs: readonly string[], environment: NodeJS.ProcessEnv): string[] =>
  (outputs.length > 0 ? outputs : (environment.K6_OUT?.split(',') ?? [])).filter(
    (output) => output !== '' && !takesOneRun.test(output),
  );

/**
 * Sends the counts of the ledger to the outputs of k6, with a second k6: the one that sent the load ended before the counts
 * were known. Resolves with the errors of k6.
 */
export const sendCounts = async (
  { k6, outputs, runId, folder }: SendCountsOptions,
  { conservation, irregularities }: { conservation: Conservation; irregularities: Irregularities },
): Promise<K6End['errors']> => {
  const receiving = outputsForCounts(outputs, process.env);
  if (receiving.length === 0) return [];
  const toSend: CountsToSend = { runId, counts: { ...conservation, unexpected: irregularities.unexpected } };
  const running = await startK6({
    k6,
    script,
    outputs: receiving,
    journalFile: join(folder, 'counts.log'),
    environment: { SELO_LOAD_COUNTS: JSON.stringify(toSend) },
  });
  const limit = setTimeout(() => running.kill(), limitMs);
  try {
    const { code, errors } = await running.ended;
    return code === 0 ? errors : [...errors, `k6 could not send the ledger's counts to ${receiving.join(', ')}`];
  } finally {
    clearTimeout(limit);
  }
};
