import { isFault } from '../core/verdict.ts';
import { propertyDefects } from '../properties/all-defects.ts';
import { judgeSimulated } from '../simulation/judge-simulated.ts';
import { changeOf } from '../suites/defect.ts';
import { commandLine, isNamedBy, oneOf, say, seedsOf } from './command-line.ts';

// Counts with how many seeds a property finds each of its defects. This shows how many cases the property needs.
const { values, positionals: names } = commandLine({
  allowPositionals: true,
  options: {
    depth: { type: 'string', default: 'full' },
    seeds: { type: 'string', default: '10' },
  },
});
const depth = oneOf('depth', ['full', 'quick'], values.depth);
const seeds = seedsOf({ from: '1', seeds: values.seeds });

for (const { rule, text, ...change } of propertyDefects.filter((defect) => isNamedBy(names, defect.rule))) {
  const missed: number[] = [];
  let drawn = '';
  for (const seed of seeds) {
    const [verdict] = await judgeSimulated({ seed, depth, platform: changeOf(change) }, ({ id }) => id === rule);
    if (verdict && isFault(verdict)) drawn = verdict.search?.counterexample?.drawn ?? '';
    else missed.push(seed);
  }
  const found = seeds.length - missed.length;
  say(
    `${rule}  found with ${found} of ${seeds.length} seeds · ${text}${missed.length > 0 ? ` · missed with ${missed.join(', ')}` : ''}`,
  );
  say(`  last: ${drawn}`);
}
