import { Argument, Command, Option } from 'commander';
import { drillKinds, scriptNames, shapeNames } from '../core/load-kinds.ts';
import { k6Version } from '../load/k6/k6-versions.ts';
import { CliError } from './cli-error.ts';
import { helpNotes } from './help-notes.ts';
import type { LoadCommandOptions } from './load/load-options.ts';
import { numberFrom } from './number-option.ts';

const day = 24 * 3600;

/** An old name of an option. Using it is refused with the new name. */
const renamed = (flags: string, now: string): Option =>
  new Option(flags).hideHelp().argParser(() => {
    throw new CliError(`${flags.split(' ')[0]} has a new name: use ${now}. See npx selo load --help.`);
  });

export const loadCommand = (): Command =>
  new Command('load')
    .description('load-test a target, follow every notification, and decide whether it may be released')
    .addArgument(
      new Argument('<script>', 'traffic to send: orders, orders with notifications, or both').choices(scriptNames),
    )
    .showHelpAfterError(
      `Name what to send: npx selo load ${scriptNames.join(', npx selo load ')}. See npx selo load --help.`,
    )
    .option('--profile <file>', 'profile of the target; by default selo.config.ts, or else the embedded platform')
    .option('--base-url <url>', 'URL of the target, overriding the profile')
    .addOption(new Option('--shape <shape>', 'shape of the load over time').choices(shapeNames).default('steady'))
    .option(
      '--rate <number>',
      'highest number of journeys per second; the shape sets the default',
      numberFrom(1, 100_000, false),
    )
    .option('--duration <seconds>', 'duration after the warm-up; the shape sets the default', numberFrom(1, day))
    .option('--seed <number>', 'seed of the generated phones', numberFrom(0, 2 ** 31 - 1))
    .option('--jitter', 'let journeys arrive at random instead of evenly')
    .addOption(
      new Option('--drill <kind>', 'let the receiver fail for a while, or restart the platform').choices(drillKinds),
    )
    .option('--script <file>', 'script that exports your own journey, instead of the weighted ones')
    .option('--drill-after <seconds>', 'seconds from the first journey to the drill', numberFrom(0, day), 8)
    .option('--drill-seconds <seconds>', 'duration of the drill', numberFrom(0, day, false), 5)
    .option('--failing-receivers <companies...>', 'companies whose receiver refuses every notification')
    .option('--gate [results...]', 'exit with the verdict of the gate; compare with the stored runs that you name')
    .option('--runs <number>', 'number of runs, for a comparison with stored ones', numberFrom(1, 100))
    .option('--against <profile>', 'profile of a baseline target: compare with it, and it with itself, in rounds')
    .option('--rounds <number>', 'with --against: maximum number of rounds', numberFrom(1, 30), 30)
    .option(
      '--max-regression <ratio>',
      'largest acceptable change for the worse, as a ratio',
      numberFrom(1.001, 10, false),
      1.1,
    )
    .option('--k6-out <outputs...>', 'outputs of k6, such as experimental-prometheus-rw or opentelemetry')
    .option('--release <name>', 'name of the release, for the history in the folder')
    .option('--manifest <file>', 'write a manifest for a Kubernetes cluster with the k6-operator; send nothing')
    .option('--image <image>', 'with --manifest: image of k6 in the cluster', `grafana/k6:${k6Version}`)
    .option(
      '--external-generators <folder>',
      'send nothing: capture and count what remote generators send; they write into this folder',
    )
    .option('--generators <number>', 'with --external-generators: number of generators', numberFrom(1, 10_000))
    .option('--run <id>', 'with --external-generators: id of the run in their manifest')
    .addOption(renamed('--dead <companies...>', '--failing-receivers'))
    .addOption(renamed('--tolerate <ratio>', '--max-regression'))
    .addOption(renamed('--elsewhere <folder>', '--external-generators'))
    .option('--out <folder>', 'folder that gets one subfolder for each run', 'reports/out')
    .option('--json', 'print the result document instead of the report')
    .option('--quiet', 'print no progress')
    .addHelpText(
      'after',
      helpNotes({
        about: 'Selo only loads hosts that load.allowedHosts in the profile names. The orders stay on the target.',
        examples: {
          'npx selo load webhooks --rate 100 --duration 10 --gate': 'load the embedded platform for ten seconds',
          'npx selo load mixed --profile staging.ts --gate baseline':
            'load your own target and compare it with stored runs',
        },
        environment: {
          '<NAME>': 'secrets, by the names in the profile: { env: … }',
          SELO_K6: 'path of the k6 to use, instead of the one on PATH or in the cache',
          'K6_…': 'settings of the outputs of k6; variables that would change the planned load are removed',
        },
        exitCodes: {
          0: 'pass; without --gate and --against: the run was completed',
          1: 'fail',
          2: 'wrong usage, or a fault of Selo; no k6 is available',
          3: 'invalid: the run is not reliable, or could not start; without --gate: it was not completed',
          4: 'inconclusive: the comparison shows neither',
          130: 'interrupted; the report counts what was sent',
        },
      }),
    )
    .action(async (script: (typeof scriptNames)[number], options: LoadCommandOptions) => {
      const { load } = await import('./load/load-command.ts');
      process.exitCode = await load(script, options);
    });
