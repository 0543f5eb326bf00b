import { Command } from 'commander';
import { redactionOf } from '../fixtures/redaction/redaction.ts';
import { doctorReport, hasProblem } from './describe-findings.ts';
import { exitCodes } from './exit-codes.ts';
import { helpNotes } from './help-notes.ts';
import { listenForInterrupt } from './interrupt.ts';
import { openTarget, type TargetOptions } from './target.ts';

const look = async (options: TargetOptions & { json?: boolean; try?: boolean }): Promise<void> => {
  using interrupt = listenForInterrupt(() => {
    process.stderr.write('Interrupted: finishing what is under way. Press Ctrl-C again to quit now.\n');
  });
  await using target = await openTarget(options, {
    signal: interrupt.signal,
    say: (text) => process.stderr.write(`${text}\n`),
  });
  // imported here, so that the help of all commands does not load the rules
  const [{ examine }, { listedRules }] = await Promise.all([
    import('./doctor/examine.ts'),
    import('../reports/listed-rules.ts'),
  ]);
  const seen = await examine(target.profile, listedRules);
  const isReachable = !seen.some(({ subject, state }) => subject === 'target' && state === 'problem');
  const { tryWrites } = await import('./doctor/try-writes.ts');
  const isTried = options.try && isReachable && !interrupt.signal.aborted;
  const tried = isTried ? await tryWrites(target.profile, target.secrets) : [];
  const findings = [...seen, ...tried];
  process.stdout.write(redactionOf(target.secrets)(doctorReport(findings, options.json)));
  if (hasProblem(findings)) process.exitCode = exitCodes.unjudgeable;
  if (interrupt.signal.aborted) process.exitCode = exitCodes.interrupted;
};

export const doctorCommand = (): Command =>
  new Command('doctor')
    .description('check the profile, the target, credentials, clocks, webhooks and data before a run')
    .option('--profile <file>', 'profile of the target; by default selo.config.ts, or else the embedded platform')
    .option('--base-url <url>', 'URL of the target, overriding the profile')
    .option('--try', 'also create and delete one record of each kind, and receive one notification')
    .option('--json', 'print the findings as JSON')
    .addHelpText(
      'after',
      helpNotes({
        about:
          'Nothing that Selo creates here stays, except coupons with --try, because the API cannot delete them. Each finding says what Selo saw and what to do: problems first, then the profile keys that block most rules.',
        environment: { '<NAME>': 'secrets, by the names in the profile: { env: … }' },
        exitCodes: {
          0: 'a run can start; there may be warnings',
          2: 'wrong usage, or a profile that cannot be used',
          3: 'there are problems',
        },
      }),
    )
    .action(look);
