import { mkdirSync, writeFileSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { describeTally, type Tally } from '../tools/steps/tally.ts';

/** Prints one line. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/**
 * Ends a proof: its last line has the counts that the test commands read. A proof that judged nothing fails, and so does
 * one that proved too little.
 */
export const conclude = (
  { passed, failed, skipped = 0 }: Omit<Tally, 'skipped'> & Partial<Tally>,
  isEnough = true,
): void => {
  const isEmpty = passed + failed + skipped === 0;
  if (isEmpty) say('✗ Nothing was judged. Check the names and seeds of the command.');
  say(describeTally({ passed, failed, skipped }));
  process.exitCode = failed === 0 && isEnough && !isEmpty ? 0 : 1;
};

/** Resolves with a tool that the proof needs. If `provide` rejects with `Missing`, skips all cases and ends. */
export const requireTool = async <Tool>(
  cases: number,
  provide: () => Promise<Tool>,
  Missing: new (...given: never[]) => Error,
): Promise<Tool> => {
  try {
    return await provide();
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    const [reason = '', ...details] = error.message.split('\n');
    for (const line of [`skipped: ${cases} cases: ${reason}`, ...details]) say(line);
    conclude({ passed: 0, failed: 0, skipped: cases });
    process.exit();
  }
};

/** Writes a page to `reports/out/`. */
export const writePage = (name: string, text: string): void => {
  const folder = new URL('../reports/out/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(name, folder), text);
  say(`written: reports/out/${name}`);
};

const refuse = (reason: string): never => {
  process.stderr.write(`✗ ${reason}\n`);
  process.exit(2);
};

/** What the command line says. One that it does not take ends the process; `--help` does so with the names of its options. */
export const commandLine = <Config extends ParseArgsConfig>(config: Config) => {
  const options = Object.entries(config.options ?? {}).map(
    ([name, { type }]) => `--${name}${type === 'string' ? ' …' : ''}`,
  );
  const taken = [...options, ...(config.allowPositionals === true ? ['names'] : [])].join(', ');
  if (process.argv.includes('--help')) {
    say(`takes ${taken}`);
    process.exit();
  }
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return refuse(`${error.message}\nThe command takes ${taken}.`);
  }
};

/** The number of an option. Any other value ends the process. */
export const wholeNumber = (option: string, text: string): number => {
  const number = Number(text);
  return Number.isInteger(number) && text !== '' ? number : refuse(`--${option} takes a whole number, not "${text}"`);
};

/** The options of a proof that judges as many seeds by default. */
export const seedOptions = (seeds: string) =>
  ({
    seeds: { type: 'string', default: seeds },
    /** The first seed. */
    from: { type: 'string', default: '1' },
    /** Repeats one seed. */
    seed: { type: 'string' },
  }) as const;

/** The seed that `--seed` repeats; without it, as many as `--seeds` says, starting with `--from`. */
export const seedsOf = ({ seed, from, seeds }: { seed?: string | undefined; from: string; seeds: string }): number[] =>
  seed === undefined
    ? Array.from({ length: wholeNumber('seeds', seeds) }, (_, index) => wholeNumber('from', from) + index)
    : [wholeNumber('seed', seed)];

/** The value of an option that takes one of several. Any other ends the process. */
export const oneOf = <Value extends string>(option: string, values: readonly Value[], given: string): Value =>
  values.find((value) => value === given) ?? refuse(`--${option} takes ${values.join(', ')}, not "${given}"`);

/**
 * Whether a command line names a rule: by its whole id, or by its section, such as `PAG`. A command line without names
 * means all rules.
 */
export const isNamedBy = (names: readonly string[], id: string): boolean =>
  names.length === 0 || names.some((name) => id === name || id.startsWith(`${name}-`));
