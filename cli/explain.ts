import { Command } from 'commander';
import { helpNotes } from './help-notes.ts';

/** `selo explain`: one rule in plain words. */
export const explainCommand = (): Command =>
  new Command('explain')
    .description('tell one rule in plain words, and how to run it alone')
    .argument('<id>', 'id of the rule, such as PAG-2')
    .addHelpText('after', helpNotes({ exitCodes: { 0: 'told', 2: 'there is no such rule' } }))
    .action(async (id: string) => {
      const [{ ruleNamed }, { explainRule }] = await Promise.all([
        import('./run/select-rules.ts'),
        import('../reports/explain-rule.ts'),
      ]);
      process.stdout.write(`${explainRule(ruleNamed(id)).join('\n')}\n`);
    });
