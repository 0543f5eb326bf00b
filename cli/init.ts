import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { cancel, confirm, intro, outro, text } from '@clack/prompts';
import { Command } from 'commander';
import { CliError } from './cli-error.ts';
import { helpNotes } from './help-notes.ts';
import { profileTemplate } from './profile-template.ts';
import { defaultProfile } from './target.ts';

interface InitOptions {
  baseUrl?: string;
  accessHeader?: string;
  out: string;
  yes?: boolean;
  force?: boolean;
}

const defaults = { baseUrl: 'https://staging.example.com', accessHeader: 'service-access' };

const isHttpUrl = (value: string | undefined): boolean => /^https?:$/.test(URL.parse(value ?? '')?.protocol ?? '');

const isAnswer = <T>(answer: T): answer is Exclude<T, symbol> => typeof answer !== 'symbol';

const answered = <T>(answer: T): Exclude<T, symbol> => {
  if (isAnswer(answer)) return answer;
  cancel('Nothing was written.');
  throw new CliError('cancelled');
};

const ask = async (): Promise<typeof defaults> => {
  intro('A profile says where the target is and how it fills what the document leaves open.');
  const baseUrl = answered(
    await text({
      message: 'Where is the target?',
      placeholder: defaults.baseUrl,
      validate: (value) => (isHttpUrl(value) ? undefined : 'Expected an http or https URL.'),
    }),
  );
  const accessHeader = answered(
    await text({ message: 'What does its operator call the second header?', initialValue: defaults.accessHeader }),
  );
  return { baseUrl, accessHeader };
};

const write = async ({ baseUrl, accessHeader, out, yes, force }: InitOptions): Promise<void> => {
  const isAsked = !yes && process.stdin.isTTY;
  if (baseUrl !== undefined && !isHttpUrl(baseUrl))
    throw new CliError(`--base-url ${baseUrl}: expected an http or https URL`);
  if (existsSync(out) && !force) {
    const overwrites =
      isAsked && answered(await confirm({ message: `${out} exists. Write it anew?`, initialValue: false }));
    if (!overwrites) throw new CliError(`${out} exists: name another file with --out, or write it anew with --force`);
  }
  const answers =
    isAsked && baseUrl === undefined
      ? await ask()
      : { ...defaults, ...(baseUrl && { baseUrl }), ...(accessHeader && { accessHeader }) };
  await writeFile(out, profileTemplate(answers));
  const next = `${out} is written. Fill in what your target offers, set SELO_ACCESS_KEY and SELO_TOKEN, then look with: selo doctor --profile ${out}`;
  if (isAsked) outro(next);
  else process.stdout.write(`${next}\n`);
};

/** `selo init`: writes a profile to start from. */
export const initCommand = (): Command =>
  new Command('init')
    .description('write a profile for your own target, with comments, to be filled in')
    .option('--base-url <url>', 'where the target is')
    .option('--access-header <name>', 'what its operator calls the second header')
    .option('--out <file>', 'file to write', defaultProfile)
    .option('--yes', 'ask nothing')
    .option('--force', 'write over a file that exists')
    .addHelpText(
      'after',
      helpNotes({
        about: 'Asks where the target is when it runs in a terminal and --base-url is left out.',
        exitCodes: { 0: 'the profile is written', 2: 'wrong usage, or the file is there already' },
      }),
    )
    .action(write);
