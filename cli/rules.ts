import { Command, Option } from 'commander';
import { groupNames } from '../reports/groups.ts';
import { helpNotes } from './help-notes.ts';

interface RulesOptions {
  section?: string[];
  group?: string[];
  json?: boolean;
  markdown?: boolean;
}

const list = async ({ section, group, json, markdown }: RulesOptions): Promise<string> => {
  const { selectRules } = await import('./run/select-rules.ts');
  const rules = selectRules({ sections: section, groups: group });
  if (json) return `${JSON.stringify(rules, null, 2)}\n`;
  if (markdown) return (await import('../reports/formats/catalogue-page.ts')).cataloguePage();
  return `${(await import('../reports/failures/explain-rule.ts')).listRules(rules).join('\n')}\n`;
};

export const rulesCommand = (): Command =>
  new Command('rules')
    .description('list the catalogue of rules')
    .option('--section <names...>', 'list only these sections')
    .option('--group <names...>', `list only these groups: ${groupNames.join(', ')}`)
    .addOption(new Option('--json', 'print the rules as JSON').conflicts('markdown'))
    .addOption(
      new Option(
        '--markdown',
        'print the whole catalogue with the statements of the document: docs/catalogue.md',
      ).conflicts(['section', 'group']),
    )
    .addHelpText('after', helpNotes({ exitCodes: { 0: 'listed', 2: 'wrong usage; an unknown section or group' } }))
    .action(async (options: RulesOptions) => {
      process.stdout.write(await list(options));
    });
