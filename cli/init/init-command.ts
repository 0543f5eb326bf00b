import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { outro } from '@clack/prompts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { CliError } from '../cli-error.ts';
import { profileTemplate } from './profile-template.ts';
import { type Answers, askAboutFlows, askSecret, askUser, isHttpUrl, isVariable, mayOverwrite } from './questions.ts';

export interface InitOptions {
  baseUrl?: string;
  accessHeader: string;
  tokenVariable: string[];
  accessVariable: string;
  from?: string;
  probe?: boolean;
  writes?: boolean;
  takeOver?: boolean;
  publicUrl?: string;
  capturePort?: number;
  out: string;
  yes?: boolean;
  force?: boolean;
}

const requireUsable = ({
  baseUrl,
  publicUrl,
  tokenVariable,
  accessVariable,
  out,
  takeOver,
  writes,
}: InitOptions): void => {
  if (baseUrl !== undefined && !isHttpUrl(baseUrl)) {
    throw new CliError(`--base-url ${baseUrl}: expected an http or https URL`);
  }
  if (publicUrl !== undefined && !isHttpUrl(publicUrl)) {
    throw new CliError(`--public-url ${publicUrl}: expected an http or https URL`);
  }
  for (const name of [...tokenVariable, accessVariable]) {
    if (isVariable(name)) continue;
    throw new CliError(`${name}: expected the name of an environment variable, such as SELO_TOKEN, and not its value`);
  }
  if (!/\.(ts|mts|js|mjs)$/.test(out)) {
    throw new CliError(`--out ${out}: a profile with comments ends in .ts, .mts, .js or .mjs`);
  }
  if (takeOver && !writes) throw new CliError('--take-over changes a registration, so it needs --writes');
};

/** Writes a profile from the answers of the user and of the target. */
export const initProfile = async (options: InitOptions): Promise<void> => {
  const { out, yes, force, from } = options;
  requireUsable(options);
  const isAsked = !yes && process.stdin.isTTY;
  if (existsSync(out) && !force && !(isAsked && (await mayOverwrite(out)))) {
    throw new CliError(`${out} exists: name another file with --out, or write over it with --force`);
  }
  const known: Answers = {
    baseUrl: options.baseUrl ?? 'https://staging.example.com',
    accessHeader: options.accessHeader,
    tokens: options.tokenVariable,
    accessKey: options.accessVariable,
    probe: options.probe === true,
    writes: options.writes === true,
    takeOver: options.takeOver === true,
    ...omitUndefined({ publicUrl: options.publicUrl, capturePort: options.capturePort }),
  };
  const answers = isAsked && !known.probe ? await askUser(known, options.baseUrl !== undefined) : known;
  const { tokens, accessKey } = answers;
  const end = (next: string): void => {
    if (isAsked) outro(next);
    else process.stdout.write(`${next}\n`);
  };
  if (!answers.probe) {
    if (from !== undefined) throw new CliError(`--from ${from} is tried on the target: add --probe`);
    await writeFile(out, profileTemplate(answers));
    return end(
      `${out} is written. Fill in what your target offers, set ${accessKey} and ${tokens.join(', ')}, then check it: npx selo doctor --profile ${out}`,
    );
  }
  if (options.baseUrl === undefined && !isAsked) throw new CliError('--probe needs --base-url: where the target is');
  const { probedProfile } = await import('./probed-profile.ts');
  const text = await probedProfile(answers, {
    isTyped: /\.m?ts$/.test(out),
    ...omitUndefined({ from }),
    ...(isAsked ? { questions: { askAboutFlows, askSecret } } : {}),
  });
  await writeFile(out, text);
  end(`${out} is written. Try it: npx selo doctor --try --profile ${out}`);
};
