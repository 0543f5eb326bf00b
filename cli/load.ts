import { Argument, Command, Option } from 'commander';
import { scriptNames } from '../load/journeys.ts';
import { k6Version } from '../load/k6/k6-versions.ts';
import { drillKinds } from '../load/run/drills.ts';
import { shapeNames } from '../load/shapes.ts';
import { helpNotes } from './help-notes.ts';
import type { LoadCommandOptions } from './load/load-options.ts';
import { numberFrom } from './number-option.ts';

const day = 24 * 3600;

/** `selo load`: load by k6, every notification followed, and the gate. */
export const loadCommand = (): Command =>
  new Command('load')
    .description('put a target under load, follow every notification, and judge whether it may be released')
    .addArgument(
      new Argument('<script>', 'what partners do: send orders, send orders that are notified, or both').choices(
        scriptNames,
      ),
    )
    .option('--profile <file>', 'profile of the target; selo.config.ts or the embedded platform when absent')
    .option('--base-url <url>', 'address of the target, in place of the profile’s')
    .addOption(new Option('--shape <shape>', 'how load arrives over time').choices(shapeNames).default('steady'))
    .option(
      '--rate <number>',
      'journeys a second at the highest; usual for the shape when left out',
      numberFrom(1, 100_000, false),
    )
    .option('--duration <seconds>', 'how long after the warm-up; usual for the shape when left out', numberFrom(1, day))
    .option('--seed <number>', 'number that phones are drawn from', numberFrom(0, 2 ** 31 - 1))
    .option('--jitter', 'journeys arrive at random instead of evenly')
    .addOption(
      new Option('--drill <kind>', 'the receiver fails for a while, or the platform is restarted').choices(drillKinds),
    )
    .option('--script <file>', 'a script that exports a journey of your own, made in place of the weighted ones')
    .option('--drill-after <seconds>', 'when the drill begins, after the first journey', numberFrom(0, day), 8)
    .option('--drill-seconds <seconds>', 'how long the drill lasts', numberFrom(0, day, false), 5)
    .option('--dead <companies...>', 'companies whose receiver refuses everything')
    .option('--gate [results...]', 'the verdict sets the exit code; compared with stored runs where they are named')
    .option('--runs <number>', 'runs of this target, for a comparison with stored ones', numberFrom(1, 100))
    .option('--against <profile>', 'a baseline at hand: compared with it in rounds, and it with itself')
    .option('--rounds <number>', 'with --against: at most so many rounds', numberFrom(1, 30), 30)
    .option('--tolerate <ratio>', 'the change for the worse that may be, as a ratio', numberFrom(1.001, 10, false), 1.1)
    .option('--k6-out <outputs...>', 'outputs of k6’s own, such as experimental-prometheus-rw or opentelemetry')
    .option('--release <name>', 'what is tried, for the history of releases in the folder')
    .option('--manifest <file>', 'write the run for a Kubernetes cluster with the k6-operator, and send nothing')
    .option('--image <image>', 'with --manifest: image of k6 in the cluster', `grafana/k6:${k6Version}`)
    .option('--elsewhere <folder>', 'send nothing: capture and count what generators elsewhere do and write in there')
    .option('--generators <number>', 'with --elsewhere: how many generators', numberFrom(1, 10_000))
    .option('--run <id>', 'with --elsewhere: what their manifest calls the run')
    .option('--out <folder>', 'where each run gets a folder of its own', 'reports/out')
    .option('--json', 'the result document on standard output in place of the report')
    .option('--quiet', 'no progress')
    .addHelpText(
      'after',
      helpNotes({
        about:
          'Only hosts that load.allowedHosts in the profile names are put under load. Orders that are sent stay on the target.',
        examples: {
          'selo load webhooks --rate 100 --duration 10 --gate': 'ten seconds on the embedded platform',
          'selo load mixed --profile staging.ts --gate baseline': 'your own target, compared with stored runs',
        },
        environment: {
          '<NAME>': 'secrets, each by the name that the profile gives it with { env: … }',
          SELO_K6: 'path of the k6 to use, in place of the one on PATH or in the cache',
          'K6_…': 'outputs of k6; variables that replace the planned load are removed',
        },
        exitCodes: {
          0: 'pass; without --gate and --against the run came to its end',
          1: 'fail',
          2: 'wrong usage, or a fault of Selo; no k6 can be had',
          3: 'invalid: the run cannot be believed, or could not begin; without --gate it did not come to its end',
          4: 'inconclusive: the comparison could not tell',
          130: 'interrupted; what was sent is counted',
        },
      }),
    )
    .action(async (script: (typeof scriptNames)[number], options: LoadCommandOptions) => {
      const { load } = await import('./load/load-command.ts');
      process.exitCode = await load(script, options);
    });
