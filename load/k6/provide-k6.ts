import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWithGo } from '../../fixtures/build-with-go.ts';
import { childEnvironment } from '../../fixtures/child-environment.ts';
import { K6Error } from './k6-error.ts';

/** The release that the scripts were tried with, as `go.mod` beside this file pins it. */
export const k6Version = '2.2.0';

export interface K6 {
  /** Path of the executable. */
  path: string;
  version: string;
}

interface ProvideOptions {
  /** Progress, in whole lines. */
  say: (line: string) => void;
  /** `process.env` unless told. */
  environment?: NodeJS.ProcessEnv;
  /** Where k6 is built, and found again. */
  folder?: string;
}

const moduleFolder = dirname(fileURLToPath(import.meta.url));
const buildFolder = fileURLToPath(new URL('../../node_modules/.cache/selo', import.meta.url));
const suffix = process.platform === 'win32' ? '.exe' : '';

/** Output of a command that is expected to end soon; undefined when it cannot be run. */
const outputOf = async (command: string, ...given: string[]): Promise<string | undefined> => {
  const child = spawn(command, given, {
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 20_000,
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  try {
    const [code]: unknown[] = await once(child, 'close');
    return code === 0 ? output : undefined;
  } catch {
    return undefined;
  }
};

/** The version that an executable names itself. The npm package of that name is a placeholder, and names none. */
const versionOf = async (path: string): Promise<string | undefined> =>
  /^k6\S* v?(\d+\.\d+\.\d+\S*)/.exec((await outputOf(path, 'version')) ?? '')?.[1];

const isPinned = (version: string | undefined): version is string => version === k6Version;

const onPath = ({ PATH = '' }: NodeJS.ProcessEnv, name: string): string[] =>
  PATH.split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, `${name}${suffix}`))
    .filter(existsSync);

const tailLines = 8;

const build = async (go: string, path: string, environment: NodeJS.ProcessEnv): Promise<void> => {
  const complaint = await buildWithGo({ go, moduleFolder, program: 'go.k6.io/k6/v2', path, environment });
  if (complaint === undefined) return;
  const said = complaint.split('\n').slice(-tailLines).join('\n  ');
  throw new K6Error(
    `k6 ${k6Version} could not be built from its Go module. Look at GOPROXY and at the disk's free space, or put a k6 ${k6Version} on PATH.\n  ${said}`,
  );
};

/**
 * Finds the pinned k6: on PATH, else the one that was built here before, else builds it with Go, which takes a minute
 * or two. Throws `K6Error` when there is neither.
 */
export const provideK6 = async ({
  say,
  environment = process.env,
  folder = buildFolder,
}: ProvideOptions): Promise<K6> => {
  const others: string[] = [];
  for (const path of onPath(environment, 'k6')) {
    const version = await versionOf(path);
    if (isPinned(version)) return { path, version };
    if (version !== undefined) others.push(`${path} is ${version}`);
  }
  const built = join(folder, `k6-${k6Version}${suffix}`);
  if (existsSync(built) && isPinned(await versionOf(built))) return { path: built, version: k6Version };

  const passedOver = others.length > 0 ? ` (${others.join(', ')})` : '';
  const [go] = onPath(environment, 'go');
  if (go === undefined) {
    throw new K6Error(
      `Load runs need k6 ${k6Version}, and there is none on PATH${passedOver}, nor a Go to build it with. Install k6 ${k6Version} (https://grafana.com/docs/k6) or Go (https://go.dev/dl) and start again.`,
    );
  }
  say(`Building k6 ${k6Version} from its Go module${passedOver}: a minute or two, once ...`);
  const startedMs = performance.now();
  await build(go, built, environment);
  say(`k6 ${k6Version} built in ${((performance.now() - startedMs) / 1000).toFixed(0)} s.`);
  return { path: built, version: k6Version };
};
