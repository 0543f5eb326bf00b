import { serveInputs } from '../worker-pool.ts';
import { allVariants } from './all-variants.ts';
import { judgeVariant, type VariantResult } from './judge-variant.ts';

const variants = new Map(allVariants.map((variant) => [variant.name, variant]));

serveInputs<string, VariantResult>(async (name) => {
  const variant = variants.get(name);
  if (!variant) throw new Error(`There is no variant ${name}`);
  return await judgeVariant(variant);
});
