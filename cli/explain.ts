import { Command } from 'commander';
import { helpNotes } from './help-notes.ts';

const explain = async (id: string, { json }: { json?: boolean }): Promise<void> => {
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
    .description('explain one rule: what the document says, how Selo tests it, and what breaks it')
    .argument('<id>', 'id of the rule, such as PAG-2')
    .option('--json', 'print the explanation as JSON, with complete lists')
    .addHelpText(
      'after',
      helpNotes({
        about: 'The steps and the example come from a simulated run against the embedded platform. Nothing is sent.',
        exitCodes: { 0: 'printed', 2: 'there is no such rule' },
      }),
    )
    .action(explain);
