import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWithGo } from '../../fixtures/processes/build-with-go.ts';
import { onPath } from '../../fixtures/processes/on-path.ts';
import { k6Version } from './k6-versions.ts';
import { cachedPath, type K6, versionOf } from './look-for-k6.ts';

interface BuildOptions {
  environment: NodeJS.ProcessEnv;
  /** The cache. */
  folder: string;
  say: (line: string) => void;
  signal?: AbortSignal | undefined;
}

const moduleFolder = dirname(fileURLToPath(import.meta.url));

/** Builds k6 from its Go module into the cache. Resolves with the reason, in one line, where that is not possible. */
export const buildK6Module = async ({ environment, folder, say, signal }: BuildOptions): Promise<K6 | string> => {
  const [go] = onPath(environment, 'go');
  if (go === undefined) return 'there is no go on PATH';
  say(`Building k6 ${k6Version} from its Go module: a minute or two, once ...`);
  const path = cachedPath(folder, k6Version);
  const reason = await buildWithGo({ go, moduleFolder, program: 'go.k6.io/k6/v2', path, environment, signal });
  if (reason !== undefined) return `go build: ${reason}`;
  const version = await versionOf(path);
  return version === k6Version ? { path, version } : `go build: what it built names the version ${version ?? 'none'}`;
};
