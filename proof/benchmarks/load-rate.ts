import { provideK6 } from '../../load/k6/provide-k6.ts';
import { say } from '../command-line.ts';
import { compareScripts } from './load-rate/compare-scripts.ts';
import { compareServers } from './load-rate/compare-servers.ts';

// What a load run costs beyond its requests, and how fast the platform is that it can be tried on: our load script
// against a bare one, and the embedded platform against other mock servers. `scripts` or `servers` does only one.

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
