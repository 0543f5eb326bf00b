import { mkdirSync, writeFileSync } from 'node:fs';
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
  say(`the whole table: reports/out/${name}`);
};

const wholeNumber = (text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number)) throw new Error(`A seed is a whole number, not "${text}"`);
  return number;
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
    ? Array.from({ length: wholeNumber(seeds) }, (_, index) => wholeNumber(from) + index)
    : [wholeNumber(seed)];

/** The value of an option that takes one of several. Throws on any other. */
export const oneOf = <Value extends string>(option: string, values: readonly Value[], given: string): Value => {
  const found = values.find((value) => value === given);
  if (found === undefined) throw new Error(`--${option} takes ${values.join(', ')}, not "${given}"`);
  return found;
};

/**
 * Whether a command line names a rule: by its whole id, or by its section, such as `PAG`. A command line without names
 * means all rules.
 */
export const isNamedBy = (names: readonly string[], id: string): boolean =>
  names.length === 0 || names.some((name) => id === name || id.startsWith(`${name}-`));
