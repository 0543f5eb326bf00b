import { NoK6 } from '../load/k6/k6-error.ts';
import type { K6 } from '../load/k6/look-for-k6.ts';
import { provideK6 } from '../load/k6/provide-k6.ts';
import { describeTally } from '../setup/tally.ts';
import { realCases } from './load/cases.ts';
import { type CaseOutcome, proveCase } from './load/prove-case.ts';

// Proves load runs with a real k6 and a target in a process of its own, as far as a fault shows only there. What the
// ledger makes of every other fault is proven in simulated time, by proof/load/simulated-cases.test.ts.
const [only] = process.argv.slice(2);
/**
 * A machine that is busy with something else makes a run invalid, which says so, or a count differ by one. Such a case is
 * tried again: what is wrong with the code is wrong each time.
 */
const tries = 3;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Ends with all cases counted as skipped where no source has a k6. */
const requireK6 = async (cases: number): Promise<K6> => {
  try {
    return await provideK6({ say });
  } catch (error) {
    if (!(error instanceof NoK6)) throw error;
    say(error.message);
    say(`skipped: ${cases} cases: no source has a k6`);
    say(describeTally({ passed: 0, failed: 0, skipped: cases }));
    process.exit(0);
  }
};

const chosen = realCases.filter(({ name }) => only === undefined || name.includes(only));
const k6 = await requireK6(chosen.length);
let passed = 0;
let failed = 0;
for (const each of chosen) {
  const startedMs = performance.now();
  const outcomes: CaseOutcome[] = [];
  for (let tried = 0; tried < tries; tried += 1) {
    const outcome = await proveCase(each, k6);
    outcomes.push(outcome);
    if (outcome.problems.length === 0) break;
    const why = outcome.invalid === undefined ? outcome.problems.join('; ') : `invalid (${outcome.invalid})`;
    if (tried + 1 < tries) say(`? ${each.name}: ${why}, once more`);
  }
  const last = outcomes.at(-1);
  if (last === undefined) continue;
  const isProven = last.problems.length === 0;
  // what only invalid runs got wrong was not tried
  const isTried = outcomes.some(({ invalid }) => invalid === undefined);
  if (isProven) passed += 1;
  else if (isTried) failed += 1;
  const figures = last.counted === undefined ? '' : ` · ${last.counted} counted of ${last.wrong}`;
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  const sign = isTried ? '✗' : '?';
  const verdict = isProven || isTried ? last.verdict : 'not judged: this machine is too busy for load runs';
  say(`${isProven ? '✓' : sign} ${each.name} · ${verdict}${figures} · ${seconds} s`);
  for (const problem of last.problems) say(`    ${problem}`);
}
const unjudged = chosen.length - passed - failed;
if (unjudged > 0) say(`skipped: ${unjudged} cases: this machine is too busy to judge them`);
say(describeTally({ passed, failed, skipped: unjudged }));
process.exitCode = failed === 0 ? 0 : 1;
