import { Command, InvalidArgumentError, Option } from 'commander';
import { depths } from '../core/result.ts';
import { usualMinCoverage } from '../reports/conclude.ts';
import { groupNames } from '../reports/groups.ts';
import { helpNotes } from './help-notes.ts';
import { numberFrom } from './number-option.ts';
import type { RunCommandOptions } from './run/run-command.ts';

const maxSeed = 2 ** 31 - 1;

/** The index of a generated case, then the steps of its shrinking. A large index would take minutes to reach. */
const casePath = (text: string): string => {
  if (/^\d{1,4}(:\d{1,6})*$/.test(text)) return text;
  throw new InvalidArgumentError('Expected numbers with colons between them, such as 3:1:0, as a report prints them.');
};

const takesAllRules = ({ section, group, rule, rerunFailed }: RunCommandOptions): boolean =>
  (section ?? group ?? rule ?? rerunFailed) === undefined;

export const runCommand = (): Command =>
  new Command('run')
    .description('test a target; without a profile, the embedded platform')
    .option('--profile <file>', 'profile of the target; by default selo.config.ts, or else the embedded platform')
    .option('--base-url <url>', 'URL of the target, overriding the profile')
    .option('--section <names...>', 'test only these sections (see "npx selo rules")')
    .option('--group <names...>', `test only these groups: ${groupNames.join(', ')}`)
    .option('--rule <ids...>', 'test only these rules')
    .addOption(
      new Option(
        '--depth <depth>',
        'full also tests what takes minutes on a real target (default: quick with a profile, full without)',
      ).choices([...depths]),
    )
    .option(
      '--seed <number>',
      'seed of all generated values; the seed of an earlier run repeats them',
      numberFrom(0, maxSeed),
    )
    .addOption(
      new Option('--path <path>', 'repeat one generated case of a property; needs --seed and one property as --rule')
        .argParser(casePath)
        .conflicts(['section', 'group', 'rerunFailed']),
    )
    .option('--strict', 'fail the run also on warnings and on rules that were not judged')
    .option('--require <names...>', 'fail the run if these groups, sections or rules are not judged')
    .option(
      '--min-coverage <percent>',
      'fail the run if it judges a smaller share of the selected, applicable rules',
      numberFrom(0, 100, false),
    )
    .option('--rerun-failed', 'test only what failed in the last run, with its seed')
    .addOption(
      new Option(
        '--repeat',
        'repeat the last failure of the rule that --rule names: same seed, depth and case, new records',
      ).conflicts(['section', 'group', 'rerunFailed', 'seed', 'path', 'depth']),
    )
    .option('--out <folder>', 'folder that gets one subfolder for each run', 'reports/out')
    .option(
      '--keep <number>',
      'number of runs to keep there; older finished runs are removed',
      numberFrom(1, 1_000_000),
      20,
    )
    .option(
      '--watch [paths...]',
      'test again when the profile, one of these files or folders changes, or Enter is pressed',
    )
    .option('--json', 'print the result document instead of the report')
    .option('--verbose', 'list the ids of all rules that were not judged')
    .option('--quiet', 'print no plan and no progress, and report only what needs action')
    .addHelpText(
      'after',
      helpNotes({
        about:
          'Without a profile, Selo tests the embedded platform at full depth. Each run writes a folder with its result, its page and its evidence. reports/out/latest.json is the result of the last run.',
        examples: {
          'npx selo run --profile staging.ts --section pagination': 'test one section of your own target',
          'npx selo run --rule PAG-2 --watch src': 'test one rule again whenever a folder changes',
          'npx selo run --rule PAG-2 --repeat': 'repeat the last failure of a rule on new records',
          'npx selo run --rule LAW-3 --seed 7 --path 17:0':
            'repeat one generated case, as the report of a failed property shows it',
        },
        environment: { '<NAME>': 'secrets, by the names in the profile: { env: … }' },
        exitCodes: {
          0: `no rule failed; the last line says "partial" if only a part of the catalogue was selected, or less than ${usualMinCoverage} % of it judged`,
          1: 'a rule failed, a required rule was not judged, coverage is below --min-coverage, or a waiver is void; with --strict also a warning or an unverified rule',
          2: 'wrong usage, or a fault of Selo',
          3: 'the target could not be tested',
          130: 'interrupted; the report covers what was judged until then',
        },
      }),
    )
    .action(async ({ watch, ...options }: RunCommandOptions & { watch?: true | string[] }) => {
      if (watch) {
        const { watchRuns } = await import('./run/watch-runs.ts');
        process.exitCode = await watchRuns(options, watch === true ? [] : watch);
        return;
      }
      const { startEmbeddedEarly } = await import('./target.ts');
      await using embedded = takesAllRules(options) ? await startEmbeddedEarly(options) : undefined;
      const { run } = await import('./run/run-command.ts');
      process.exitCode = await run(options, embedded?.ready);
    });
