import { Command } from 'commander';
import { helpNotes } from './help-notes.ts';
import type { ReportOptions } from './report/report-command.ts';

const latestResult = 'reports/out/latest.json';

const namesIn = (text: string, before: string[] = []): string[] => [
  ...before,
  ...text.split(',').map((name) => name.trim()),
];

/** `selo report`: the reports of a run, made from its result at any time after it. */
export const reportCommand = (): Command =>
  new Command('report')
    .description('render the result of a run: for a pipeline, for other tools, for people')
    .argument('[result]', 'result.json of a run, or its folder', latestResult)
    .requiredOption(
      '--format <names>',
      'html, junit, ctrf, har, markdown, summary, annotations, json-schema, or a folder: allure, allure-report; several with commas',
      namesIn,
    )
    .option(
      '--out <folder>',
      'where each format gets its file or folder; one file alone goes to standard output without it',
    )
    .option('--history <folder>', 'where the results of earlier runs are: the page tells what changed since')
    .addHelpText(
      'after',
      helpNotes({
        examples: {
          'selo report --format junit,ctrf,har --out reports/pipeline': 'three reports of the last run',
          'selo report --format summary': 'the last run in at most 20 lines, for a pull request or a chat',
        },
        exitCodes: { 0: 'every report is written', 2: 'wrong usage, or no result' },
      }),
    )
    .action(async (file: string, options: ReportOptions) => {
      const { report } = await import('./report/report-command.ts');
      await report(file, options);
    });
