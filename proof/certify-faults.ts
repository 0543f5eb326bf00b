import { mkdirSync, writeFileSync } from 'node:fs';
import { obligations } from '../suites/partner/obligations.ts';
import { isAsExpected, type TwinResult, tryTwin } from './certify/try-twin.ts';
import { type Twin, twins } from './certify/twins.ts';
import { twinsPage } from './certify/twins-page.ts';
import { inWorkers } from './worker-pool.ts';

// Certifies every faulty twin of the example shop and every one that is legally different: each fault must be caught by
// its obligation and break nothing that it does not list, and no legal twin may be accused. An argument narrows it to
// names that contain it.
const [only = ''] = process.argv.slice(2);
/** Sessions mostly wait, so more of them than cores go on at a time. */
const concurrencyPerThread = 7;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const describe = ({ twin, found, seen, endedBy, atSecondTry }: TwinResult): string =>
  [
    `${twin.breaks === undefined ? 'legal: ' : ''}${twin.name}`,
    found.length === 0 ? 'nothing broken' : found.join(', '),
    ...(atSecondTry ? ['at the second try, alone'] : []),
    ...(endedBy === undefined ? [] : [`incomplete: ${endedBy}`]),
    ...seen.map((each) => `\n    ${each}`),
  ].join(' · ');

const startedMs = performance.now();
// those that take longest first
const chosen = twins.filter(({ name }) => name.includes(only)).toSorted((a, b) => waits(b) - waits(a));
const worker = new URL('certify/twins-worker.ts', import.meta.url);
const firstTries = new Map<string, TwinResult>();
for await (const { output } of inWorkers<Twin, Omit<TwinResult, 'atSecondTry'>>(worker, chosen, {
  concurrencyPerThread,
})) {
  firstTries.set(output.twin.name, { ...output, atSecondTry: false });
}

// on a busy machine a fault may break more than it would: it is tried again alone. That a legal twin is accused is no such thing
const results: TwinResult[] = [];
for (const twin of twins) {
  const first = firstTries.get(twin.name);
  if (first === undefined) continue;
  const result =
    isAsExpected(first) || twin.breaks === undefined ? first : { ...(await tryTwin(twin)), atSecondTry: true };
  results.push(result);
  if (!isAsExpected(result)) say(`✗ ${describe(result)}`);
  else if (result.atSecondTry) say(`! ${describe(first)}\n  as expected when nothing else went on`);
}

const faulty = results.filter(({ twin }) => twin.breaks !== undefined);
const alone = faulty.filter(({ found }) => found.length === 1).length;
for (const { id, text } of obligations) {
  const own = faulty.filter((result) => result.twin.breaks === id && result.found.includes(id));
  if (own.length > 0) say(`${id.padEnd(8)} ${own.map(({ twin }) => twin.name).join(' · ')}`);
  else if (only === '') say(`${id.padEnd(8)} no fault of the shop: ${text}`);
}
const folder = new URL('../reports/out/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('certify-faults.html', folder), twinsPage(results));
say(`the table with what was seen: reports/out/certify-faults.html`);
say(
  `${faulty.length} faults, ${alone} of them caught by one obligation alone; ${results.length - faulty.length} legal twins · ${((performance.now() - startedMs) / 1000).toFixed(0)} s`,
);
const passed = results.filter(isAsExpected).length;
say(`${passed} passed, ${results.length - passed} failed`);
process.exitCode = passed === results.length ? 0 : 1;

function waits({ breaks, plays }: Twin): number {
  return Number(plays === 'burst') + Number(breaks === 'PART-56') * 2;
}
