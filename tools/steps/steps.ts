/**
 * The steps of a command. Titles choose from all steps instead, and a step of vitest can have files:
 * `npm test -- types 'integration tests:load/k6,cli/load'`.
 * @throws {Error} that says what there is to choose from
 */
export function chooseSteps(command: string | undefined, asked: readonly string[]): Step[] {
  const layers = layersOf[command ?? ''];
  if (layers === undefined) {
    throw new Error(`There is no command "${command ?? ''}". The commands: ${Object.keys(layersOf).join(', ')}.`);
  }
  if (asked.length === 0) return steps.filter(({ layer }) => layers.includes(layer));
  return asked.map((each) => {
    const [title, files = ''] = each.split(':');
    const step = steps.find((one) => one.title === title);
    if (step === undefined) {
      throw new Error(`There is no step "${title}". The steps: ${steps.map((one) => one.title).join(', ')}.`);
    }
    if (files === '') return step;
    if (!('vitest' in step.run)) throw new Error(`The step "${title}" has no files to choose from.`);
    return { ...step, run: { ...step.run, files: files.split(',') } };
  });
}

/** A command runs whole layers of steps. */
export type Layer = 'check' | 'unit' | 'simulation' | 'suites' | 'integration' | 'proof' | 'more seeds';

/**
 * `command`: the exit code decides, and the step counts as one test. `tallied`: the last line of the script has the counts.
 * `vitest`: each test of a project counts, or of some files of it.
 */
type Run =
  | { command: readonly string[] }
  | { tallied: readonly string[] }
  | { vitest: string; files?: readonly string[] };

export interface Step {
  layer: Layer;
  title: string;
  run: Run;
}

const tsc = 'node_modules/typescript/bin/tsc';

/** All steps, in the order in which they run. The checks start with the slowest. */
export const steps: readonly Step[] = [
  { layer: 'check', title: 'unused code', run: { command: ['node_modules/knip/bin/knip.js', '--no-progress'] } },
  {
    layer: 'check',
    title: 'format and lint',
    run: { command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
  },
  { layer: 'check', title: 'types', run: { command: [tsc, '--project', '.'] } },
  { layer: 'check', title: 'types of the k6 scripts', run: { command: [tsc, '--project', 'load/scripts'] } },
  {
    layer: 'check',
    title: 'types of their tests',
    run: { command: [tsc, '--project', 'load/scripts/tsconfig.tests.json'] },
  },
  { layer: 'check', title: 'import rules', run: { command: ['tools/check-imports.ts'] } },
  { layer: 'check', title: 'generated pages', run: { command: ['tools/write-docs.ts', '--check'] } },
  { layer: 'unit', title: 'unit tests', run: { vitest: 'unit*' } },
  {
    layer: 'simulation',
    title: 'each rule on its own defects',
    run: { tallied: ['proof/proof.ts', '--alone'] },
  },
  { layer: 'simulation', title: 'simulated storms', run: { tallied: ['proof/storms.ts', '--seeds', '20'] } },
  {
    layer: 'simulation',
    title: 'simulated proof of certification',
    run: { tallied: ['proof/certify-faults.ts', '--one-in', '25'] },
  },
  { layer: 'suites', title: 'suites', run: { vitest: 'suites' } },
  { layer: 'integration', title: 'k6', run: { tallied: ['tools/provide-k6.ts'] } },
  { layer: 'integration', title: 'integration tests', run: { vitest: 'integration' } },
  {
    layer: 'proof',
    title: 'simulated proof of the verdicts',
    run: { tallied: ['proof/proof.ts', '--simulated'] },
  },
  { layer: 'proof', title: 'variants over real connections', run: { tallied: ['proof/variants.ts', '--wire'] } },
  { layer: 'proof', title: 'many storms', run: { tallied: ['proof/storms.ts', '--seeds', '100'] } },
  { layer: 'proof', title: 'foreign targets', run: { tallied: ['proof/foreign.ts', '--seeds', '60'] } },
  {
    layer: 'proof',
    title: 'foreign targets over real connections',
    run: { tallied: ['proof/foreign.ts', '--seeds', '8', '--wire'] },
  },
  { layer: 'proof', title: 'profiles found by probing', run: { tallied: ['proof/discovery.ts', '--seeds', '20'] } },
  { layer: 'proof', title: 'recordings judged again', run: { tallied: ['proof/recordings.ts', '--runs', '20'] } },
  {
    layer: 'proof',
    title: 'proof of certification over real connections',
    run: { tallied: ['proof/certify-faults.ts', '--wire'] },
  },
  {
    layer: 'proof',
    title: 'proof of certification',
    run: { tallied: ['proof/certify-faults.ts'] },
  },
  { layer: 'proof', title: 'legal partners', run: { tallied: ['proof/legal-partners.ts', '--seeds', '40'] } },
  {
    layer: 'proof',
    title: 'one in 20 mutants of the platform',
    run: { tallied: ['proof/mutation/run.ts', '--one-in', '20'] },
  },
  { layer: 'proof', title: 'saturation trials', run: { tallied: ['proof/saturation-trials.ts', '--seeds', '20'] } },
  { layer: 'proof', title: 'proof of load runs', run: { tallied: ['proof/load-faults.ts'] } },
  {
    layer: 'more seeds',
    title: 'proof of certification by another seed',
    run: { tallied: ['proof/certify-faults.ts', '--from', '2', '--seeds', '1', '--one-in', '5', '--whole'] },
  },
  {
    layer: 'more seeds',
    title: 'legal partners 41 to 300',
    run: { tallied: ['proof/legal-partners.ts', '--from', '41', '--seeds', '260'] },
  },
  { layer: 'more seeds', title: 'all mutants of the platform', run: { tallied: ['proof/mutation/run.ts'] } },
  {
    layer: 'more seeds',
    title: 'storms 101 to 1000',
    run: { tallied: ['proof/storms.ts', '--from', '101', '--seeds', '900'] },
  },
  {
    layer: 'more seeds',
    title: 'foreign targets 61 to 300',
    run: { tallied: ['proof/foreign.ts', '--from', '61', '--seeds', '240'] },
  },
  {
    layer: 'more seeds',
    title: '12 more foreign targets over real connections',
    run: { tallied: ['proof/foreign.ts', '--from', '101', '--seeds', '12', '--wire'] },
  },
  {
    layer: 'more seeds',
    title: 'recordings 21 to 300',
    run: { tallied: ['proof/recordings.ts', '--from', '21', '--runs', '280'] },
  },
];

const inNpmTest: readonly Layer[] = ['check', 'unit', 'simulation', 'suites'];
const notInNpmTest: readonly Layer[] = ['integration', 'proof'];

/** The layers of each test command. */
export const layersOf: Readonly<Record<string, readonly Layer[]>> = {
  check: ['check'],
  test: inNpmTest,
  integration: ['integration'],
  rest: notInNpmTest,
  all: [...inNpmTest, ...notInNpmTest, 'more seeds'],
};
