import { Command } from 'commander';
import type { Finding } from '../doctor/finding.ts';
import { redactionOf } from '../fixtures/redaction.ts';
import { countFindings, describeFindings, hasProblem } from './describe-findings.ts';
import { helpNotes } from './help-notes.ts';
import { exitCodes } from './run/conclude.ts';
import { listenForInterrupt } from './run/interrupt.ts';
import { openTarget, type Target, type TargetOptions } from './target.ts';

const tryTarget = async ({ profile, secrets }: Target): Promise<Finding[]> => {
  const { tryWrites } = await import('../doctor/try-writes.ts');
  return tryWrites(profile, secrets);
};

const look = async (options: TargetOptions & { json?: boolean; try?: boolean }): Promise<void> => {
  using interrupt = listenForInterrupt(() => {
    process.stderr.write('Interrupted: looking no further than what is under way. Again to quit at once.\n');
  });
  await using target = await openTarget(options, {
    signal: interrupt.signal,
    say: (text) => process.stderr.write(`${text}\n`),
  });
  const redact = redactionOf(target.secrets);
  // loaded here, so that a list of all commands does not wait for the rules
  const [{ examine }, { listedRules }] = await Promise.all([
    import('../doctor/examine.ts'),
    import('../reports/listed-rules.ts'),
  ]);
  const seen = await examine(target.profile, listedRules);
  const isReachable = !seen.some(({ subject, state }) => subject === 'target' && state === 'problem');
  const tried = options.try && isReachable ? await tryTarget(target) : [];
  const findings = [...seen, ...tried];
  process.stdout.write(
    redact(options.json ? `${JSON.stringify({ findings })}\n` : describeFindings(findings) + countFindings(findings)),
  );
  if (hasProblem(findings)) process.exitCode = exitCodes.unjudgeable;
  if (interrupt.signal.aborted) process.exitCode = exitCodes.interrupted;
};

/** `selo doctor`: what a run stands on, looked at before any rule. */
export const doctorCommand = (): Command =>
  new Command('doctor')
    .description('look at the profile, the target, credentials, clocks, webhooks and data before any rule')
    .option('--profile <file>', 'profile of the target; selo.config.ts or the embedded platform when absent')
    .option('--base-url <url>', 'address of the target, in place of the profile’s')
    .option('--try', 'create and remove one record of each kind, and have one notification come the whole way')
    .option('--json', 'the findings as JSON')
    .addHelpText(
      'after',
      helpNotes({
        about:
          'Writes nothing that stays but, with --try, coupons, which the API has no way to delete. Each finding says what was seen and what to do: problems first, then the keys of the profile that hold back most rules.',
        environment: { '<NAME>': 'secrets, each by the name that the profile gives it with { env: … }' },
        exitCodes: {
          0: 'nothing stands against a run; there may be warnings',
          2: 'wrong usage, or a profile that cannot be used',
          3: 'there are problems',
        },
      }),
    )
    .action(look);
