import { stripVTControlCharacters, styleText } from 'node:util';
import { Command } from 'commander';
import { examine } from '../doctor/examine.ts';
import type { Finding } from '../doctor/finding.ts';
import { redactionOf } from '../fixtures/redaction.ts';
import { openTarget, type TargetOptions } from './target.ts';

const marks = { ok: styleText('green', '✓'), warning: styleText('yellow', '!'), problem: styleText('red', '✗') };

const describeFinding = ({ subject, state, told, advice }: Finding): string =>
  `${marks[state]} ${subject}: ${stripVTControlCharacters(told)}${advice && state !== 'ok' ? `\n    → ${advice}` : ''}\n`;

const unjudgeable = 3;

const look = async (options: TargetOptions): Promise<void> => {
  await using target = await openTarget(options);
  const redact = redactionOf(target.secrets);
  const findings = await examine(target.profile);
  for (const finding of findings) process.stdout.write(redact(describeFinding(finding)));
  const count = (state: Finding['state']): number => findings.filter((finding) => finding.state === state).length;
  process.stdout.write(`${count('ok')} ok, ${count('warning')} warnings, ${count('problem')} problems\n`);
  if (count('problem') > 0) process.exitCode = unjudgeable;
};

/** `selo doctor`: what a run stands on, looked at before any rule. */
export const doctorCommand = (): Command =>
  new Command('doctor')
    .description('look at the profile, the target, credentials, clocks, webhooks and data before any rule')
    .option('--profile <file>', 'profile of the target; selo.config.ts or the embedded platform when absent')
    .option('--base-url <url>', 'in place of the profile’s')
    .action(look);
