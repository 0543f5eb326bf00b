import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the package says of itself: the project's own manifest, with what is compiled as its entries. Without what only
 * building and testing take, and without a Node of its own: it would come before that of the project it is installed in.
 */
export const packageManifest = (root: string): object => {
  const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { scripts: _, devDependencies: __, optionalDependencies: ___, ...kept } = manifest;
  return {
    ...kept,
    // the compiled package runs on the Node of its project; a clone brings its own
    engines: { node: '>=24' },
    bin: { selo: 'cli/selo.mjs' },
    exports: {
      '.': { types: './types/cli/library.d.ts', default: './cli/library.js' },
      './package.json': './package.json',
    },
  };
};
