import { styleText } from 'node:util';
import { type GateResult, runCommandGate, runTalliedGate, runVitestGate } from './run-gate.ts';
import { addTallies, describeTally, type Tally } from './tally.ts';

interface Gate {
  title: string;
  run(): Promise<GateResult>;
}

const gates: Gate[] = [
  {
    title: 'format and lint',
    run: () => runCommandGate(['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']),
  },
  { title: 'types', run: () => runCommandGate(['node_modules/typescript/bin/tsc', '--project', '.']) },
  {
    title: 'types of what k6 runs',
    run: () => runCommandGate(['node_modules/typescript/bin/tsc', '--project', 'load/scripts']),
  },
  {
    title: 'types of its tests',
    run: () => runCommandGate(['node_modules/typescript/bin/tsc', '--project', 'load/scripts/tsconfig.tests.json']),
  },
  { title: 'import rules', run: () => runCommandGate(['setup/check-imports.ts']) },
  { title: 'unused code', run: () => runCommandGate(['node_modules/knip/bin/knip.js', '--no-progress']) },
  { title: 'k6', run: () => runCommandGate(['setup/provide-k6.ts']) },
  { title: 'tests', run: () => runVitestGate('tests', process.cwd(), 'inherit') },
  { title: 'suites', run: () => runVitestGate('suites', process.cwd(), 'inherit') },
  { title: 'proof of the verdicts', run: () => runTalliedGate(['proof/proof.ts'], process.stdout) },
  { title: 'proof of certification', run: () => runTalliedGate(['proof/certify-faults.ts'], process.stdout) },
  { title: 'proof of load runs', run: () => runTalliedGate(['proof/load-faults.ts'], process.stdout) },
];

const startedMs = performance.now();
const tallies: Tally[] = [];
const problemsOf = new Map<string, string[]>();
for (const { title, run } of gates) {
  announce(`${title} ...`);
  const gateStartedMs = performance.now();
  const { tally, problems } = await run();
  tallies.push(tally);
  if (problems.length > 0) problemsOf.set(title, problems);
  announce(`${title}: ${describeTally(tally)} (${secondsSince(gateStartedMs)} s)`, tally.failed > 0 ? 'red' : 'green');
}
// once more at the end, where whoever reads only the end of a long log looks
for (const [title, problems] of problemsOf) {
  announce(`what was wrong: ${title}`);
  for (const problem of problems) process.stdout.write(`  ${problem}\n`);
}
const total = addTallies(tallies);
announce(`all steps took ${secondsSince(startedMs)} s`);
process.stdout.write(`${describeTally(total)}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;

function announce(line: string, colour: 'red' | 'green' | 'bold' = 'bold'): void {
  process.stdout.write(`${styleText(colour, `■ ${line}`)}\n`);
}

function secondsSince(thenMs: number): string {
  return ((performance.now() - thenMs) / 1000).toFixed(1);
}
