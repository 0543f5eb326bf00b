import { isMachineProperty } from './machines.ts';

interface Found {
  rule: string;
  seed: number;
  path: string;
  /** The script as code. */
  drawn: string;
  /** The time of the run. */
  foundAt: string;
}

export const regressionFolder = 'properties/states/regressions';

/** A test file that follows a failing script; undefined for properties without scripts. */
export const regressionTestOf = ({ rule, seed, path, drawn, foundAt }: Found): string | undefined => {
  // a script that was cut is no code
  if (!isMachineProperty(rule) || drawn.endsWith('…')) return undefined;
  const steps = drawn.replaceAll('},{', '},\n  {').replace(/^\[/, '[\n  ').replace(/\]$/, ',\n]');
  return [
    `// Found on ${foundAt.slice(0, 10)} with seed ${seed} and path ${path}. Kept in ${regressionFolder}/, it is followed by`,
    '// "vitest run --project suites" at the target that SELO_PROFILE names, else at the embedded platform.',
    "import { regression } from '../regression.ts';",
    '',
    `await regression('${rule}', ${steps});`,
    '',
  ].join('\n');
};
