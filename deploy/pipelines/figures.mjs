import { readFileSync } from 'node:fs';

// Prints the figures of a run as lines of NAME=VALUE, but not those of a run that was killed.
const { run, counts, conformance, coverage, concluded } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
if (!run.unfinished) {
  process.stdout.write(`conformance=${percent(conformance.held, conformance.judged)}\n`);
  process.stdout.write(`coverage=${percent(coverage.judged, coverage.applicable)}\n`);
  process.stdout.write(`failed=${Number(counts.fail)}\n`);
  if (concluded?.kind === 'partial' && process.env.VERDICT === 'conforms') process.stdout.write('verdict=partial\n');
}

/** A number that a workflow can compare, never rounded up to 100; empty if there is nothing to count. */
function percent(part, whole) {
  return whole === 0 ? '' : String(Math.floor((part / whole) * 1000) / 10);
}
