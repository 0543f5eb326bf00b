import { inWorkers } from '../worker-pool.ts';
import { allVariants } from './all-variants.ts';
import { isOnTheWire, judgeNamedVariant, type VariantResult } from './judge-variant.ts';

const module = new URL('judge-variant.ts', import.meta.url);

/** Whether a variant was judged as it should be: without a false positive, silent only where it expects to be. */
export const isSound = ({ falsePositives, unexpected, unneeded }: VariantResult): boolean =>
  falsePositives.length + unexpected.length + unneeded.length === 0;

/** Names of the variants whose difference does not need real connections. */
export const simulatedVariants: readonly string[] = allVariants
  .filter((variant) => !isOnTheWire(variant))
  .map(({ name }) => name);

/** Judges the named variants (all when absent) by all rules, in threads, and hands on each result as it comes. */
export const judgeVariants = async (
  onEach: (result: VariantResult) => void,
  names: readonly string[] = allVariants.map(({ name }) => name),
): Promise<VariantResult[]> => {
  const results: VariantResult[] = [];
  for await (const { output } of inWorkers(module, judgeNamedVariant, names)) {
    results.push(output);
    onEach(output);
  }
  return results;
};
