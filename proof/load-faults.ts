import { provideK6 } from '../load/k6/provide-k6.ts';
import { loadCases } from './load/cases.ts';
import { proveCase } from './load/prove-case.ts';

// Proves load runs: every fault of a platform is found, counted to the unit and told by the gate as the only reason,
// and a sound platform is accused of nothing, whatever its receivers do.
const [only] = process.argv.slice(2);
/** A machine that was busy with something else makes a run invalid, which says so; then it is run once more. */
const tries = 2;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const k6 = await provideK6({ say });
const chosen = loadCases.filter(({ name }) => only === undefined || name.includes(only));
let failed = 0;
for (const each of chosen) {
  const startedMs = performance.now();
  let outcome = await proveCase(each, k6);
  for (let tried = 1; tried < tries && outcome.invalid !== undefined; tried += 1) {
    say(`? ${each.name}: invalid (${outcome.invalid}), once more`);
    outcome = await proveCase(each, k6);
  }
  const { problems, counted, wrong, verdict } = outcome;
  if (problems.length > 0) failed += 1;
  const figures = counted === undefined ? '' : ` · ${counted} counted of ${wrong}`;
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  say(`${problems.length === 0 ? '✓' : '✗'} ${each.name} · ${verdict}${figures} · ${seconds} s`);
  for (const problem of problems) say(`    ${problem}`);
}
say(`${chosen.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
