import { mkdirSync, writeFileSync } from 'node:fs';
import { allFaults } from './network/all-faults.ts';
import { judgeRow, type Row } from './network/judge-row.ts';
import { describeRow, networkTable, problemsOf } from './network/network-table.ts';
import { provideToxiproxy } from './network/toxiproxy/provide-toxiproxy.ts';
import { startToxiproxy } from './network/toxiproxy/start-toxiproxy.ts';

// Judges a sound platform and some broken ones through every fault of a network: none may accuse the sound one, hide what
// is broken, lose a record or keep the run from ending. An argument narrows it to names that contain it.
const [only = ''] = process.argv.slice(2);

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

await using toxiproxy = await startToxiproxy(await provideToxiproxy(), 1);
const rows: Row[] = [];
for (const fault of allFaults.filter(({ name }) => name.includes(only))) {
  const row = await judgeRow(fault, toxiproxy);
  rows.push(row);
  say(describeRow(row));
}
const folder = new URL('../reports/out/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('network-faults.md', folder), `${networkTable(rows)}\n`);
say('the table: reports/out/network-faults.md');
const passed = rows.filter((row) => problemsOf(row).length === 0).length;
say(`${passed} passed, ${rows.length - passed} failed`);
process.exitCode = passed === rows.length ? 0 : 1;
