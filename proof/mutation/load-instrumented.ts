import { registerHooks } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as SimulatedRun from '../../simulation/simulated-run.ts';

export type Simulation = typeof SimulatedRun;

/** Loads the simulation with the instrumented platform, and loads both again for each new generation. */
type LoadSimulation = (generation?: string) => Promise<Simulation>;

const isSimulation = (module: object): module is Simulation => 'simulate' in module;

/** Makes this thread load the instrumented platform in place of the real one. */
export const loadInstrumented = (root: string, sources: Record<string, string>): LoadSimulation => {
  const reloaded = ['platform', 'simulation'].map((folder) => pathToFileURL(join(root, folder, '/')).href);
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const generation = context.parentURL && new URL(context.parentURL).searchParams.get('generation');
      if (!generation || !reloaded.some((folder) => resolved.url.startsWith(folder))) return resolved;
      const url = new URL(resolved.url);
      url.searchParams.set('generation', generation);
      return { ...resolved, url: url.href };
    },
    load(url, context, next) {
      if (!url.startsWith('file:')) return next(url, context);
      const { pathname } = new URL(url);
      const source = sources[relative(root, fileURLToPath(`file://${pathname}`))];
      return source === undefined ? next(url, context) : { format: 'module-typescript', source, shortCircuit: true };
    },
  });
  const entry = pathToFileURL(join(root, 'simulation', 'simulated-run.ts'));
  return async (generation) => {
    const url = new URL(entry);
    if (generation !== undefined) url.searchParams.set('generation', generation);
    const module: object = await import(url.href);
    if (!isSimulation(module)) throw new Error(`${url} simulates nothing`);
    return module;
  };
};
