import { Command } from 'commander';
import type { TriedRule } from '../reports/failures/tried-rule.ts';
import type { ListedRule } from '../reports/listed-rules.ts';
import { helpNotes } from './help-notes.ts';

const tryRule = async ({ id, isPassive }: ListedRule): Promise<TriedRule> => {
  const [{ judgeSimulated }, { describeTry }] = await Promise.all([
    import('../simulation/judge-simulated.ts'),
    import('../reports/failures/tried-rule.ts'),
  ]);
  const [verdict] = await judgeSimulated({ seed: 1, depth: 'full' }, (rule) => rule.id === id);
  const { steps, ...tried } = describeTry(verdict ?? { exchanges: [], deliveries: [] });
  return isPassive
    ? { ...tried, steps: ['every exchange of a run is looked at; the rule sends nothing'] }
    : { ...tried, steps };
};

const explain = async (id: string, { json }: { json?: boolean }): Promise<void> => {
  const [{ ruleNamed }, { describeExplanation, explanationOf }] = await Promise.all([
    import('./run/select-rules.ts'),
    import('../reports/failures/explain-rule.ts'),
  ]);
  const rule = ruleNamed(id);
  const explanation = explanationOf(rule, await tryRule(rule));
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
