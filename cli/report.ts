import { Command } from 'commander';
import { folderFormats, formats } from '../reports/formats/formats.ts';
import { helpNotes } from './help-notes.ts';
import type { ReportOptions } from './report/report-command.ts';

const latestResult = 'reports/out/latest.json';

const namesIn = (text: string, before: string[] = []): string[] => [
  ...before,
  ...text.split(',').map((name) => name.trim()),
];

export const reportCommand = (): Command =>
  new Command('report')
    .description('render the result of a run in other formats')
    .argument('[result]', 'result.json of a run, or its folder', latestResult)
    .requiredOption(
      '--format <names>',
      `${Object.keys(formats).join(', ')}, or a folder: ${Object.keys(folderFormats).join(', ')}; separate several with commas`,
      namesIn,
    )
    .option('--out <folder>', 'folder for the files; without it, a single file goes to standard output')
    .option('--history <folder>', 'folder with the results of earlier runs: the page shows what changed since')
    .addHelpText(
      'after',
      helpNotes({
        examples: {
          'npx selo report --format junit,ctrf,har --out reports/pipeline': 'write three reports of the last run',
          'npx selo report --format summary':
            'summarize the last run in at most 20 lines, for a pull request or a chat',
        },
        exitCodes: { 0: 'every report is written', 2: 'wrong usage, or no result' },
      }),
    )
    .action(async (file: string, options: ReportOptions) => {
      const { report } = await import('./report/report-command.ts');
      await report(file, options);
    });
