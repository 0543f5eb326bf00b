import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import type { Mutant } from './mutant.ts';
import { mutatedFiles } from './mutated-files.ts';

interface Instrumented {
  mutants: Mutant[];
  /** TypeScript with every mutant behind a switch, by path from the root. */
  sources: Record<string, string>;
}

type Logger = ConstructorParameters<typeof Instrumenter>[0];

const nothing = (): void => {};
const no = (): boolean => false;
const silence: Logger = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};

/** Puts every mutant of the rule code behind a switch. */
export const instrument = async (root: string): Promise<Instrumented> => {
  const texts = new Map(mutatedFiles(root).map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const { files, mutants } = await new Instrumenter(silence).instrument(
    [...texts].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, ignorers: [], excludedMutations: [] },
  );
  const lineStarts = new Map(
    [...texts].map(([file, text]) => {
      const starts = [0];
      for (const { index } of text.matchAll(/\n/g)) starts.push(index + 1);
      return [file, starts];
    }),
  );
  return {
    mutants: mutants.map(({ id, fileName: file, location, replacement }) => {
      // lines count from 0
      const offsetOf = ({ line, column }: { line: number; column: number }): number =>
        (lineStarts.get(file)?.[line] ?? 0) + column;
      const [start, end] = [offsetOf(location.start), offsetOf(location.end)];
      const original = texts.get(file)?.slice(start, end) ?? '';
      return { id, file, line: location.start.line + 1, start, end, original, replacement };
    }),
    sources: Object.fromEntries(files.map(({ name, content }) => [name, content])),
  };
};
