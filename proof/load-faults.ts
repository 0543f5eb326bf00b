import { NoK6 } from '../load/k6/k6-error.ts';
import { provideK6 } from '../load/k6/provide-k6.ts';
import { conclude, requireTool, say } from './command-line.ts';
import { realCases } from './load/cases.ts';
import { type CaseOutcome, proveCase } from './load/prove-case.ts';

// Proves load runs with k6 and a target in a separate process, for faults that show only there.
// proof/load/simulated-cases.test.ts proves the ledger on all other faults, in simulated time.
const [only] = process.argv.slice(2);
/** A run that its own gate calls invalid measured nothing, because the machine was busy. Only such a run is repeated. */
const maxRuns = 3;

const measuredNothing = ({ problems, invalid }: CaseOutcome): boolean => problems.length > 0 && invalid !== undefined;

const chosen = realCases.filter(({ name }) => only === undefined || name.includes(only));
const k6 = await requireTool(chosen.length, () => provideK6({ say }), NoK6);
let passed = 0;
let failed = 0;
for (const each of chosen) {
  const startedMs = performance.now();
  let outcome = await proveCase(each, k6);
  for (let run = 1; measuredNothing(outcome) && run < maxRuns; run += 1) {
    say(`? ${each.name}: invalid (${outcome.invalid}), once more`);
    outcome = await proveCase(each, k6);
  }
  const { problems, invalid, counted, wrong } = outcome;
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  const figures = counted === undefined ? '' : ` · ${counted} counted of ${wrong}`;
  if (problems.length === 0) {
    passed += 1;
    say(`✓ ${each.name} · ${outcome.verdict}${figures} · ${seconds} s`);
  } else if (invalid === undefined) {
    failed += 1;
    say(`✗ ${each.name} · ${outcome.verdict}${figures} · ${seconds} s`);
    for (const problem of problems) say(`    ${problem}`);
  } else {
    say(`? ${each.name} · not judged: this machine is too busy for load runs (${invalid}) · ${seconds} s`);
  }
}
const unjudged = chosen.length - passed - failed;
if (unjudged > 0) say(`skipped: ${unjudged} cases: this machine is too busy to judge them`);
conclude({ passed, failed, skipped: unjudged });
