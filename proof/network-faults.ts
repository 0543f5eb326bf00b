import { conclude, requireTool, say } from './command-line.ts';
import { allFaults } from './network/all-faults.ts';
import { describeRow, judgeRow, problemsOf } from './network/judge-row.ts';
import { NoToxiproxy, provideToxiproxy } from './network/toxiproxy/provide-toxiproxy.ts';
import { startToxiproxy } from './network/toxiproxy/start-toxiproxy.ts';

// Judges a sound platform and some broken ones through every network fault. A fault must not fail the sound platform, hide
// a defect, lose a record or keep the run from ending. An argument chooses the faults whose name contains it.
const [only = ''] = process.argv.slice(2);

const chosen = allFaults.filter(({ name }) => name.includes(only));

const binary = await requireTool(chosen.length, provideToxiproxy, NoToxiproxy);
await using toxiproxy = await startToxiproxy(binary, 1);
let passed = 0;
for (const fault of chosen) {
  const row = await judgeRow(fault, toxiproxy);
  say(describeRow(row));
  if (problemsOf(row).length === 0) passed += 1;
}
conclude({ passed, failed: chosen.length - passed });
