import { Command } from 'commander';
import { helpNotes } from './help-notes.ts';

/** Explains what binds a partner. Throws `CliError` if there is no such obligation. */
const explainObligationNamed = async (id: string, json = false): Promise<void> => {
  const [{ obligations }, { explainObligation }, { documented }, { CliError }] = await Promise.all([
    import('../certify/obligations/obligations.ts'),
    import('../certify/report/explain-obligation.ts'),
    import('../suites/documented.ts'),
    import('./cli-error.ts'),
  ]);
  const obligation = obligations.find((each) => each.id === id.toUpperCase());
  if (obligation === undefined) {
    throw new CliError(`There is no obligation ${id}: docs/obligations.md lists all ${obligations.length}.`);
  }
  process.stdout.write(
    `${json ? JSON.stringify(obligation) : explainObligation(obligation, (statement) => documented[statement]?.sentence ?? '').join('\n')}\n`,
  );
};

const explain = async (id: string, { json }: { json?: boolean }): Promise<void> => {
  if (/^part-/i.test(id)) return await explainObligationNamed(id, json);
  const [{ judgeSimulated }, { describeExplanation, describeTry, explanationOf }, { ruleNamed }] = await Promise.all([
    import('../simulation/judge-simulated.ts'),
    import('../reports/failures/explain-rule.ts'),
    import('./run/select-rules.ts'),
  ]);
  const rule = ruleNamed(id);
  const [verdict] = await judgeSimulated({ seed: 1, depth: 'full' }, (each) => each.id === rule.id);
  const tried = describeTry(verdict ?? { exchanges: [], deliveries: [] });
  const steps = rule.isPassive ? ['every exchange of a run is looked at; the rule sends nothing'] : tried.steps;
  const explanation = explanationOf(rule, { ...tried, steps });
  process.stdout.write(json ? `${JSON.stringify(explanation)}\n` : `${describeExplanation(explanation).join('\n')}\n`);
};

export const explainCommand = (): Command =>
  new Command('explain')
    .description(
      'explain one rule, or one obligation of a partner: what the document says, how Selo tests it, and what breaks it',
    )
    .argument('<id>', 'id of the rule or obligation, such as PAG-2 or PART-12')
    .option('--json', 'print the explanation as JSON, with complete lists')
    .addHelpText(
      'after',
      helpNotes({
        about: 'The steps and the example come from a simulated run against the embedded platform. Nothing is sent.',
        exitCodes: { 0: 'printed', 2: 'there is no such rule or obligation' },
      }),
    )
    .action(explain);
