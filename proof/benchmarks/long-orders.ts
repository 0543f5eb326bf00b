import { judgePartner } from '../../certify/obligations/judge.ts';
import type { PartnerRecord } from '../../core/partner-record.ts';
import { simulatedTill } from '../../simulation/simulated-partners.ts';
import { simulateSession } from '../../simulation/simulated-session.ts';
import { ratios, spreadText } from './spread.ts';

// Measures what long orders cost a certification. A session is judged as it is and with thousands of items in one of three
// orders, in turn. Prints the ratio of the times and the ratio of the sizes; a quadratic walk makes the first much larger.

const rounds = 3;
const items = 2000;
const oneIn = 3;

const { records } = await simulateSession({ seed: 1, sample: simulatedTill });

const lengthened = (body: string): string => {
  const fields = JSON.parse(body);
  const list = Object.entries(fields).find(([, value]) => Array.isArray(value) && value.length > 0);
  if (list === undefined) return body;
  const [name, [first]] = list as [string, object[]];
  const long = Array.from({ length: items }, (_, index) => ({ ...first, name: `Product ${index}` }));
  return JSON.stringify({ ...fields, [name]: long });
};

const withLongOrders = (record: PartnerRecord): PartnerRecord => ({
  ...record,
  calls: record.calls.map((call, place) =>
    place % oneIn === 0 && call.path.startsWith('/orders') && call.body.startsWith('{')
      ? { ...call, body: lengthened(call.body) }
      : { ...call },
  ),
});

const millisecondsOf = (work: () => unknown): number => {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
};

const sizes = { long: JSON.stringify(records.map(withLongOrders)).length, usual: JSON.stringify(records).length };
process.stdout.write(
  `size: ${(sizes.long / sizes.usual).toFixed(1)} times as long, ${Math.round(sizes.long / 1e6)} MB\n`,
);
const judged = { long: [] as number[], usual: [] as number[] };
for (let round = 0; round < rounds; round += 1) {
  // bodies are read once for each record, so every round has new ones
  judged.usual.push(millisecondsOf(() => judgePartner(...structuredClone(records))));
  judged.long.push(millisecondsOf(() => judgePartner(...records.map(withLongOrders))));
}
process.stdout.write(`judging: ${spreadText(ratios(judged.long, judged.usual), 1)} times as long\n`);
