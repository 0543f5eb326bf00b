import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type PartnerConfig, partnerConfigSchema } from '../../certify/partner-config.ts';
import { readJson } from '../../fixtures/reading/read-json.ts';
import { CliError } from '../cli-error.ts';

/** Reads a partner file. Throws `CliError` with everything that is wrong with it. */
export const readPartnerFile = (file: string): PartnerConfig => {
  if (!existsSync(file)) throw new CliError(`--partner ${file}: there is no such file.`);
  const parsed = partnerConfigSchema.safeParse(readJson(file, (message) => new CliError(message)));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `  ${path.join('.') || '(the whole)'}: ${message}`);
  throw new CliError(`${file} does not describe a partner:\n${problems.join('\n')}`);
};

/** Where the programs of the file run, wherever Selo is started. The paths in the file are relative to this folder. */
export const folderOf = (file: string): string => dirname(resolve(file));
