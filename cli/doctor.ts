import { stripVTControlCharacters, styleText } from 'node:util';
import { Command } from 'commander';
import { examine } from '../doctor/examine.ts';
import type { Finding } from '../doctor/finding.ts';
import { redactionOf } from '../fixtures/redaction.ts';
import { helpNotes } from './help-notes.ts';
import { exitCodes } from './run/conclude.ts';
import { listenForInterrupt } from './run/interrupt.ts';
import { openTarget, type TargetOptions } from './target.ts';

const marks = { ok: styleText('green', '✓'), warning: styleText('yellow', '!'), problem: styleText('red', '✗') };

const describeFinding = ({ subject, state, told, advice }: Finding): string =>
  `${marks[state]} ${subject}: ${stripVTControlCharacters(told)}${advice && state !== 'ok' ? `\n    → ${advice}` : ''}\n`;

const unjudgeable = 3;

const look = async (options: TargetOptions): Promise<void> => {
  using interrupt = listenForInterrupt(() => {
    process.stderr.write('Interrupted: looking no further than what is under way. Again to quit at once.\n');
  });
  await using target = await openTarget(options, {
    signal: interrupt.signal,
    say: (text) => process.stderr.write(`${text}\n`),
  });
  const redact = redactionOf(target.secrets);
  const findings = await examine(target.profile);
  for (const finding of findings) process.stdout.write(redact(describeFinding(finding)));
  const count = (state: Finding['state']): number => findings.filter((finding) => finding.state === state).length;
  process.stdout.write(`${count('ok')} ok, ${count('warning')} warnings, ${count('problem')} problems\n`);
  if (count('problem') > 0) process.exitCode = unjudgeable;
  if (interrupt.signal.aborted) process.exitCode = exitCodes.interrupted;
};

/** `selo doctor`: what a run stands on, looked at before any rule. */
export const doctorCommand = (): Command =>
  new Command('doctor')
    .description('look at the profile, the target, credentials, clocks, webhooks and data before any rule')
    .option('--profile <file>', 'profile of the target; selo.config.ts or the embedded platform when absent')
    .option('--base-url <url>', 'address of the target, in place of the profile’s')
    .addHelpText(
      'after',
      helpNotes({
        about: 'Writes nothing that stays. Each finding says what was seen and what to do.',
        environment: { '<NAME>': 'secrets, each by the name that the profile gives it with { env: … }' },
        exitCodes: {
          0: 'nothing stands against a run; there may be warnings',
          2: 'wrong usage, or a profile that cannot be used',
          3: 'there are problems',
        },
      }),
    )
    .action(look);
