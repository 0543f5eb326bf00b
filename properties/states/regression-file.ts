import { isMachineProperty } from './machines.ts';

interface Found {
  rule: string;
  seed: number;
  /** With the seed it repeats the script. */
  path: string;
  /** The script as it was drawn, in a notation that can be read as code. */
  drawn: string;
  /** Of the run that found it. */
  foundAt: string;
}

export const regressionFolder = 'properties/states/regressions';

/** A test that follows a script which broke a property, ready to be kept; undefined for properties that follow none. */
export const regressionTestOf = ({ rule, seed, path, drawn, foundAt }: Found): string | undefined => {
  // what was cut cannot be read as code
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
