import { resolve } from 'node:path';
import type { Generators } from '../../load/run/send/follow-remote-generators.ts';
import { CliError } from '../cli-error.ts';
import type { LoadCommandOptions } from './load-options.ts';

/** A run's id stands in the names of its orders and of the cluster's objects. */
const runIdForm = /^[a-z0-9]{1,16}$/;

/** The generators that the options name; undefined when k6 runs here. Throws `CliError` on options that do not go together. */
export const externalGeneratorsOf = (options: LoadCommandOptions): { generators: Generators } | undefined => {
  const { externalGenerators, generators, run, drill, against, runs, k6Out } = options;
  const baseline = Array.isArray(options.gate) ? options.gate : undefined;
  if (externalGenerators === undefined) {
    if (generators !== undefined || run !== undefined) {
      throw new CliError(
        '--generators and --run go with --external-generators, which names the folder that generators write in.',
      );
    }
    return undefined;
  }
  if (generators === undefined || run === undefined) {
    throw new CliError('--external-generators needs --generators and --run: the manifest names both.');
  }
  if (!runIdForm.test(run)) {
    throw new CliError(`--run ${run}: a run is named by at most 16 lower-case letters and digits.`);
  }
  const impossible = Object.entries({
    drill,
    against,
    runs,
    'k6-out': k6Out,
    'gate with a baseline': baseline,
  }).find(([, value]) => value !== undefined);
  if (impossible !== undefined) {
    throw new CliError(
      `--${impossible[0]} does not go with --external-generators: external generators are started once, by others.`,
    );
  }
  return { generators: { folder: resolve(externalGenerators), count: generators } };
};
