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

/** A dependency of the product. */
export interface LockedPackage extends z.output<typeof lockedPackage> {
  name: string;
  /** Path from the root. */
  path: string;
}

const isOfProduct = ({ dev, devOptional }: LockedPackage): boolean => !dev && !devOptional;

/**
 * All dependencies of the installed package, in the order of the lock file, with builds for other machines. Throws
 * `ZodError` if the lock file is invalid.
 */
export const lockedPackages = (root: string): LockedPackage[] => {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));
  // the optional dependencies of the project are Nodes, which the package does not have
  const left = Object.keys(manifest.parse(read('package.json')).optionalDependencies);
  const all = Object.entries(lockFile.parse(read('package-lock.json')).packages)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => ({
      ...lockedPackage.parse(locked),
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    }));
  const product = all.filter((each) => isOfProduct(each) && !left.includes(each.name));
  // packages that building uses, and that an optional package of the product needs
  const needed = new Set(product.flatMap(({ dependencies = {} }) => Object.keys(dependencies)));
  return all.filter((each) => product.includes(each) || (each.devOptional && needed.has(each.name)));
};
