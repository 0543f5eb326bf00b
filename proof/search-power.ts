import { parseArgs } from 'node:util';
import { propertyDefects } from '../properties/all-defects.ts';
import { judgeSimulated } from '../simulation/judge-simulated.ts';
import { isRed } from './judge-embedded.ts';
import { isNamedBy } from './named-rules.ts';

// How often a property finds each of its defects, over many seeds. This shows how many cases it needs.
const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    depth: { type: 'string', default: 'full' },
    seeds: { type: 'string', default: '10' },
  },
});
const depth = values.depth === 'quick' ? 'quick' : 'full';

for (const { rule, text, options } of propertyDefects) {
  if (!isNamedBy(names, rule)) continue;
  const missed: number[] = [];
  let drawn = '';
  for (let seed = 1; seed <= Number(values.seeds); seed++) {
    const [verdict] = await judgeSimulated({ seed, depth, platform: options }, ({ id }) => id === rule);
    if (verdict && isRed(verdict)) drawn = verdict.search?.counterexample?.drawn ?? '';
    else missed.push(seed);
  }
  const found = Number(values.seeds) - missed.length;
  process.stdout.write(
    `${rule}  found with ${found} of ${values.seeds} seeds · ${text}${missed.length > 0 ? ` · missed with ${missed.join(', ')}` : ''}\n  last: ${drawn}\n`,
  );
}
