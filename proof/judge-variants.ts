import { allVariants } from './variants/all-variants.ts';
import type { VariantResult } from './variants/judge-variant.ts';
import { inWorkers } from './worker-pool.ts';

const worker = new URL('variants/variants-worker.ts', import.meta.url);

// more at a time would keep their receivers waiting, and then what is late is this machine
const concurrencyPerThread = 3;

/** Whether a variant was judged as it should be: accused of nothing, silent only where it expects to be. */
export const isSound = ({ accusations, unexpected, unneeded }: VariantResult): boolean =>
  accusations.length + unexpected.length + unneeded.length === 0;

/**
 * Judges the named variants (all when absent) by all rules, in threads, and tells each result as it comes; the whole
 * corpus takes two to three minutes on two cores.
 */
export const judgeVariants = async (
  onEach: (result: VariantResult) => void,
  names: readonly string[] = allVariants.map(({ name }) => name),
): Promise<VariantResult[]> => {
  const results: VariantResult[] = [];
  for await (const { output } of inWorkers<string, VariantResult>(worker, names, { concurrencyPerThread })) {
    results.push(output);
    onEach(output);
  }
  return results;
};
