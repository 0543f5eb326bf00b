import { registerHooks } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as Embedded from '../../platform/embedded/start-embedded.ts';

/** Loads the embedded target, and loads it again for each new generation. */
export type LoadEmbedded = (generation?: string) => Promise<typeof Embedded>;

const isEmbedded = (module: object): module is typeof Embedded => 'startEmbedded' in module;

/** Makes this process load the instrumented platform in place of the real one. */
export const loadInstrumented = (root: string, sources: Record<string, string>): LoadEmbedded => {
  const platform = pathToFileURL(join(root, 'platform', '/')).href;
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const generation = context.parentURL && new URL(context.parentURL).searchParams.get('generation');
      if (!generation || !resolved.url.startsWith(platform)) return resolved;
      const url = new URL(resolved.url);
      url.searchParams.set('generation', generation);
      return { ...resolved, url: url.href };
    },
    load(url, context, next) {
      if (!url.startsWith('file:')) return next(url, context);
      const { pathname } = new URL(url);
      const source = sources[relative(root, fileURLToPath(`file://${pathname}`))];
      return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
    },
  });
  const entry = pathToFileURL(join(root, 'platform', 'embedded', 'start-embedded.ts'));
  return async (generation) => {
    const url = new URL(entry);
    if (generation !== undefined) url.searchParams.set('generation', generation);
    const module: object = await import(url.href);
    if (!isEmbedded(module)) throw new Error(`${url} starts no embedded target`);
    return module;
  };
};
