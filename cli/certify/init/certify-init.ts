import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PartnerConfig, partnerConfigSchema } from '../../../certify/partner-config.ts';
import { capabilitySchema, capabilities as known, type PartnerCapability } from '../../../core/partner-record.ts';
import { CliError, orCliError } from '../../cli-error.ts';
import { relativePath } from '../../paths.ts';
import { type AskedAction, askedActions } from './asked-actions.ts';
import { phpSkeleton } from './php-skeleton.ts';
import { pythonSkeleton } from './python-skeleton.ts';
import { typescriptSkeleton } from './typescript-skeleton.ts';

/** How hooks are generated and started in a language. */
interface Skeleton {
  file: string;
  command: string;
  /** Arguments that start the file, with its hooks on this port. */
  args: (path: string, port: number) => string[];
  env?: Readonly<Record<string, string>>;
  textOf: (actions: readonly AskedAction[]) => string;
}

type Language = 'typescript' | 'python' | 'php';

export const skeletons: Readonly<Record<Language, Skeleton>> = {
  typescript: { file: 'hooks.ts', command: 'node', args: (path) => [path], textOf: typescriptSkeleton },
  python: { file: 'hooks.py', command: 'python3', args: (path) => [path], textOf: pythonSkeleton },
  php: {
    file: 'hooks.php',
    command: 'php',
    args: (path, port) => ['-S', `127.0.0.1:${port}`, path],
    // one process answers one request at a time, and a hook may wait
    env: { PHP_CLI_SERVER_WORKERS: '8' },
    textOf: phpSkeleton,
  },
};

export interface CertifyInitOptions {
  language: Language;
  capabilities: string[];
  name: string;
  hooksPort: number;
  folder: string;
}

const write = (file: string, text: string): void =>
  orCliError(`${file} cannot be written`, () => writeFileSync(file, text, { flag: 'wx' }));

const parseCapabilities = (names: readonly string[]): PartnerCapability[] => {
  const unknown = names.find((name) => !capabilitySchema.safeParse(name).success);
  if (unknown !== undefined) throw new CliError(`--capabilities ${unknown}: there are ${known.join(', ')}.`);
  const declared = partnerConfigSchema.shape.capabilities.safeParse(names);
  if (declared.success) return declared.data;
  throw new CliError(`--capabilities ${names.join(' ')}: ${declared.error.issues[0]?.message}.`);
};

/** Writes a partner file and generated hooks. Throws `CliError` if a file already exists or cannot be written. */
export const certifyInit = ({ language, name, hooksPort, folder, ...options }: CertifyInitOptions): void => {
  const names = options.capabilities.flatMap((each) => each.split(',')).filter((each) => each !== '');
  const capabilities = parseCapabilities(names);
  const { file, command, args, env, textOf } = skeletons[language];
  const [partnerFile, hooksFile] = [join(folder, 'partner.json'), join(folder, file)];
  const taken = [partnerFile, hooksFile].find((each) => existsSync(each));
  if (taken !== undefined) throw new CliError(`${taken} exists already: name another folder with --folder.`);
  const partner: PartnerConfig = {
    name,
    version: '0.1.0',
    capabilities,
    triggers: { kind: 'http', url: `http://127.0.0.1:${hooksPort}/hooks` },
    start: {
      command,
      args: args(file, hooksPort),
      env: { HOOKS_PORT: String(hooksPort), ...env },
    },
  };
  mkdirSync(folder, { recursive: true });
  write(partnerFile, `${JSON.stringify(partner, null, 2)}\n`);
  write(hooksFile, textOf(askedActions(capabilities)));
  const here = relativePath(partnerFile);
  process.stdout.write(
    [
      `${here}: who is certified, and how the software is made to act`,
      `${relativePath(hooksFile)}: the hooks; each answers 501 until it calls your software`,
      `to try them: npx selo certify doctor --partner ${here}`,
      '',
    ].join('\n'),
  );
};
