import { stripVTControlCharacters, styleText } from 'node:util';
import { Command } from 'commander';
import type { Finding } from '../doctor/finding.ts';
import { redactionOf } from '../fixtures/redaction.ts';
import { helpNotes } from './help-notes.ts';
import { exitCodes } from './run/conclude.ts';
import { listenForInterrupt } from './run/interrupt.ts';
import { openTarget, type TargetOptions } from './target.ts';

const marks = { ok: styleText('green', '✓'), warning: styleText('yellow', '!'), problem: styleText('red', '✗') };
/** What keeps a run from beginning stands first, what is in order last. */
const order = ['problem', 'warning', 'ok'] as const;

const describeFinding = ({ subject, state, told, advice }: Finding): string =>
  `${marks[state]} ${subject}: ${stripVTControlCharacters(told)}${advice && state !== 'ok' ? `\n    → ${advice}` : ''}\n`;

/** What the same is said of stands in one line. */
const merged = (findings: readonly Finding[]): Finding[] =>
  [...Map.groupBy(findings, ({ told, advice = '' }) => JSON.stringify([told, advice])).values()].flatMap((alike) => {
    const [first] = alike;
    if (!first) return [];
    return [{ ...first, subject: alike.map(({ subject }) => subject).join(', ') }];
  });

/** The keys of the profile that would let more rules be judged, a line each, those that hold back most first. */
const describeKeys = (keys: readonly Finding[]): string => {
  if (keys.length === 0) return '';
  const lines = keys.map(({ rules, advice }) => `    ${String(rules).padStart(5)}  ${advice}\n`);
  return `${marks.warning} profile: rules that cannot be judged, by the key that is missing\n${lines.join('')}`;
};

const describeFindings = (findings: readonly Finding[]): string =>
  order
    .map((state) => {
      const own = findings.filter((finding) => finding.state === state);
      const [keys, others] = [own.filter(({ rules }) => rules), own.filter(({ rules }) => !rules)];
      return merged(others).map(describeFinding).join('') + describeKeys(keys);
    })
    .join('');

const unjudgeable = 3;

const look = async (options: TargetOptions & { json?: boolean }): Promise<void> => {
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
  const findings = await examine(target.profile, listedRules);
  const count = (state: Finding['state']): number => findings.filter((finding) => finding.state === state).length;
  const counts = `${count('ok')} ok, ${count('warning')} warnings, ${count('problem')} problems\n`;
  process.stdout.write(
    redact(options.json ? `${JSON.stringify({ findings })}\n` : describeFindings(findings) + counts),
  );
  if (count('problem') > 0) process.exitCode = unjudgeable;
  if (interrupt.signal.aborted) process.exitCode = exitCodes.interrupted;
};

/** `selo doctor`: what a run stands on, looked at before any rule. */
export const doctorCommand = (): Command =>
  new Command('doctor')
    .description('look at the profile, the target, credentials, clocks, webhooks and data before any rule')
    .option('--profile <file>', 'profile of the target; selo.config.ts or the embedded platform when absent')
    .option('--base-url <url>', 'address of the target, in place of the profile’s')
    .option('--json', 'the findings as JSON')
    .addHelpText(
      'after',
      helpNotes({
        about:
          'Writes nothing that stays. Each finding says what was seen and what to do: problems first, then the keys of the profile that hold back most rules.',
        environment: { '<NAME>': 'secrets, each by the name that the profile gives it with { env: … }' },
        exitCodes: {
          0: 'nothing stands against a run; there may be warnings',
          2: 'wrong usage, or a profile that cannot be used',
          3: 'there are problems',
        },
      }),
    )
    .action(look);
