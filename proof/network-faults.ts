import { conclude, requireTool, say, writePage } from './command-line.ts';
import { allFaults } from './network/all-faults.ts';
import { judgeRow, type Row } from './network/judge-row.ts';
import { describeRow, networkTable, problemsOf } from './network/network-table.ts';
import { NoToxiproxy, provideToxiproxy } from './network/toxiproxy/provide-toxiproxy.ts';
import { startToxiproxy } from './network/toxiproxy/start-toxiproxy.ts';

// Judges a sound platform and some broken ones through every network fault. A fault must not fail the sound platform, hide
// a defect, lose a record or keep the run from ending. An argument chooses the faults whose name contains it.
const [only = ''] = process.argv.slice(2);

const chosen = allFaults.filter(({ name }) => name.includes(only));

const binary = await requireTool(chosen.length, provideToxiproxy, NoToxiproxy);
await using toxiproxy = await startToxiproxy(binary, 1);
const rows: Row[] = [];
for (const fault of chosen) {
  const row = await judgeRow(fault, toxiproxy);
  rows.push(row);
  say(describeRow(row));
}
writePage('network-faults.md', `${networkTable(rows)}\n`);
const passed = rows.filter((row) => problemsOf(row).length === 0).length;
conclude({ passed, failed: rows.length - passed });
