import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const lockedPackage = z.object({
  version: z.string(),
  license: z.string().exactOptional(),
  dev: z.boolean().exactOptional(),
  devOptional: z.boolean().exactOptional(),
  optional: z.boolean().exactOptional(),
  dependencies: z.record(z.string(), z.string()).exactOptional(),
  optionalDependencies: z.record(z.string(), z.string()).exactOptional(),
});

const lockFile = z.object({ packages: z.record(z.string(), z.looseObject({})) });
const manifest = z.object({ optionalDependencies: z.record(z.string(), z.string()) });

/** A package that the product stands on, as the lock file has it. */
export interface LockedPackage extends z.output<typeof lockedPackage> {
  name: string;
  /** Where it is installed, from the project's root. */
  path: string;
}

const isOfProduct = ({ dev, devOptional }: LockedPackage): boolean => !dev && !devOptional;

/**
 * Everything that an installed package brings along, the builds for other machines included, in the order of the lock file.
 * Throws `ZodError` where the lock file is none.
 */
export const lockedPackages = (root: string): LockedPackage[] => {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));
  // the project's own optional ones are a Node, which the package leaves to those who install it
  const left = Object.keys(manifest.parse(read('package.json')).optionalDependencies);
  const all = Object.entries(lockFile.parse(read('package-lock.json')).packages)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => ({
      ...lockedPackage.parse(locked),
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    }));
  const product = all.filter((each) => isOfProduct(each) && !left.includes(each.name));
  // what building takes too, and an optional package of the product cannot do without
  const needed = new Set(product.flatMap(({ dependencies = {} }) => Object.keys(dependencies)));
  return all.filter((each) => product.includes(each) || (each.devOptional && needed.has(each.name)));
};
