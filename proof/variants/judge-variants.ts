import { inWorkers } from '../worker-pool.ts';
import { allVariants } from './all-variants.ts';
import { isOnTheWire, judgeNamedVariant, type VariantResult } from './judge-variant.ts';

const module = new URL('judge-variant.ts', import.meta.url);

/** Whether a variant has no false positive and exactly the unverified rules that it expects. */
export const isSound = ({ falsePositives, unexpected, unneeded }: VariantResult): boolean =>
  falsePositives.length + unexpected.length + unneeded.length === 0;

/** Names of the variants that do not need real connections. */
export const simulatedVariants: readonly string[] = allVariants
  .filter((variant) => !isOnTheWire(variant))
  .map(({ name }) => name);

/** Judges the named variants by all rules, in threads. Calls `onEach` with each result as it comes. */
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
