import { provideK6 } from '../../load/k6/provide-k6.ts';
import { say } from '../command-line.ts';
import { compareScripts } from './load-rate/compare-scripts.ts';
import { compareServers } from './load-rate/compare-servers.ts';

// Compares our load script with a bare script, and the embedded platform with other mock servers. An argument, `scripts`
// or `servers`, chooses one of the two.

const parts = { scripts: compareScripts, servers: compareServers };
const [chosen] = process.argv.slice(2);

if (chosen !== undefined && !(chosen in parts)) throw new Error(`the parts are ${Object.keys(parts).join(' and ')}`);

const k6 = await provideK6({ say });
const failures: string[] = [];
for (const [name, compare] of Object.entries(parts)) {
  if (chosen === undefined || chosen === name) failures.push(...(await compare(k6, say)));
}
for (const failure of failures) say(`Missed: ${failure}.`);
if (failures.length > 0) process.exitCode = 1;
