import { Command, InvalidArgumentError, Option } from 'commander';
import { groupNames } from '../reports/groups.ts';
import { usualMinCoverage } from '../reports/requirements.ts';
import { helpNotes } from './help-notes.ts';
import { numberFrom } from './number-option.ts';
import type { RunCommandOptions } from './run/run-command.ts';

const largestSeed = 2 ** 31 - 1;

/** The place of a case among those drawn, then the way to a smaller one; a far place would take minutes to reach. */
const casePath = (text: string): string => {
  if (/^\d{1,4}(:\d{1,6})*$/.test(text)) return text;
  throw new InvalidArgumentError('Expected numbers with colons between them, such as 3:1:0, as a report prints them.');
};

/** `selo run`: the rules against a target, then the matrix and what to do about each failure. */
export const runCommand = (): Command =>
  new Command('run')
    .description('judge a target by the rules; the embedded platform when no profile is there')
    .option('--profile <file>', 'profile of the target; selo.config.ts or the embedded platform when absent')
    .option('--base-url <url>', 'address of the target, in place of the profile’s')
    .option('--section <names...>', 'only the rules of these sections (see "selo rules")')
    .option('--group <names...>', `only the rules of these groups: ${groupNames.join(', ')}`)
    .option('--rule <ids...>', 'only these rules')
    .addOption(
      new Option(
        '--depth <depth>',
        'full also watches what takes minutes on a real target (default: quick with a profile, full without)',
      ).choices(['quick', 'full']),
    )
    .option(
      '--seed <number>',
      'number that all choices are drawn from; that of an earlier run repeats them',
      numberFrom(0, largestSeed),
    )
    .addOption(
      new Option('--path <path>', 'repeats one drawn case of a property; needs --seed and one property as --rule')
        .argParser(casePath)
        .conflicts(['section', 'group', 'rerunFailed']),
    )
    .option('--strict', 'warnings and rules that were not judged fail the run too')
    .option('--require <names...>', 'groups, sections or rules that fail the run when they are not judged')
    .option(
      '--min-coverage <percent>',
      'fail the run when it judges less of the applicable rules that it selects',
      numberFrom(0, 100, false),
    )
    .option('--rerun-failed', 'only what failed in the last run, with its seed')
    .addOption(
      new Option(
        '--repeat',
        'repeat the last failure of the one rule that --rule names: its seed, depth and drawn case, on new records',
      ).conflicts(['section', 'group', 'rerunFailed', 'seed', 'path', 'depth']),
    )
    .option('--out <folder>', 'where each run gets a folder of its own', 'reports/out')
    .option(
      '--keep <number>',
      'how many runs stay in that folder; older ones that have ended are removed',
      numberFrom(1, 1_000_000),
      20,
    )
    .option(
      '--watch [paths...]',
      'test again when the profile or one of these files and folders changes, and when Enter is pressed',
    )
    .option('--json', 'the result document on standard output in place of the report')
    .option('--verbose', 'in the report also the ids of all rules that were not judged')
    .option('--quiet', 'no plan and no progress, and in the report only what someone must act on')
    .addHelpText(
      'after',
      helpNotes({
        about:
          'Without a profile the embedded platform is judged, at full depth. Each run leaves a folder with its result, its page and its evidence, and reports/out/latest.json is the result of the last one.',
        examples: {
          'selo run --profile staging.ts --section pagination': 'the rules of one section against your own target',
          'selo run --rule PAG-2 --watch src': 'one rule again at each change of a folder',
          'selo run --rule PAG-2 --repeat': 'the last failure of a rule again, on new records',
          'selo run --rule LAW-3 --seed 7 --path 17:0':
            'one drawn case again, as the report of a failed property names it',
        },
        environment: { '<NAME>': 'secrets, each by the name that the profile gives it with { env: … }' },
        exitCodes: {
          0: `no rule failed; where less than the whole catalogue was selected, or less than ${usualMinCoverage} % of it judged, the last line says "partial"`,
          1: 'a rule failed, a required rule was not judged, coverage is below --min-coverage, or a waiver no longer counts; with --strict also a warning, or a rule that was not judged',
          2: 'wrong usage, or a fault of Selo',
          3: 'the target could not be judged',
          130: 'interrupted; what was judged until then is reported',
        },
      }),
    )
    .action(async ({ watch, ...options }: RunCommandOptions & { watch?: true | string[] }) => {
      if (watch) {
        const { watchRuns } = await import('./run/watch-runs.ts');
        process.exitCode = await watchRuns(options, watch === true ? [] : watch);
        return;
      }
      const { run } = await import('./run/run-command.ts');
      process.exitCode = await run(options);
    });
