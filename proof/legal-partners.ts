import { type DrawnResult, judgeDrawnPartner } from './certify/drawn-partner.ts';
import { commandLine, conclude, say, seedOptions, seedsOf } from './command-line.ts';
import { inWorkers } from './worker-pool.ts';

// Certifies legal partners that are drawn at random: variants of the samples in combination, with some capabilities, and their
// sessions in another form. Nothing may be found in any of them.
const { values } = commandLine({
  options: {
    /** One repeated seed also prints what it draws. */
    ...seedOptions('100'),
  },
});

const findingsOf = ({ blamed, blamedRewritten, rewriting, gaps }: DrawnResult): string[] => [
  ...blamed,
  ...blamedRewritten.map((each) => `rewritten with ${rewriting}: ${each}`),
  ...gaps.map((each) => `incomplete: ${each}`),
];

const results: DrawnResult[] = [];
const module = new URL('certify/drawn-partner.ts', import.meta.url);
for await (const { output } of inWorkers(module, judgeDrawnPartner, seedsOf(values))) {
  results.push(output);
  const { seed, of, variants, capabilities } = output;
  const findings = findingsOf(output);
  if (findings.length === 0 && values.seed === undefined) continue;
  say(
    `${findings.length === 0 ? '✓' : '✗'} node proof/legal-partners.ts --seed ${seed}: ${of}, ${variants.join(', ')}`,
  );
  say(`    with ${capabilities.join(', ')}`);
  for (const finding of findings) say(`    ${finding}`);
}
const passed = results.filter((result) => findingsOf(result).length === 0).length;
conclude({ passed, failed: results.length - passed });
