import { listedRules } from '../../reports/listed-rules.ts';
import type { VariantResult } from '../variants/judge-variant.ts';
import { isProven, type Seeded } from './campaign.ts';
import { figuresOf, type ProofResult } from './proof-result.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Pixels of a rule or a defect. */
const cell = 3;

const kindOf = ({ defect }: Seeded, rule: string): 'named' | 'listed' | 'other' => {
  if (rule === defect.rule) return 'named';
  return defect.also?.some((id) => id === rule) ? 'listed' : 'other';
};

/** A dot for each rule (from above) that fails on a defect (from the left). */
const picture = (defects: readonly Seeded[]): string => {
  const rowOf = new Map(listedRules.map(({ id }, index) => [id, index]));
  const byRule = defects.toSorted((a, b) => (rowOf.get(a.defect.rule) ?? 0) - (rowOf.get(b.defect.rule) ?? 0));
  const dots = byRule.flatMap((seeded, column) =>
    seeded.detection.failed.map((rule) => {
      const title = escaped(`${rule} on a platform that ${seeded.defect.text}`);
      const [x, y] = [column * cell, (rowOf.get(rule) ?? 0) * cell];
      return `<rect class="${kindOf(seeded, rule)}" x="${x}" y="${y}" width="${cell}" height="${cell}"><title>${title}</title></rect>`;
    }),
  );
  const [width, height] = [defects.length * cell, listedRules.length * cell];
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Rules by defects">${dots.join('')}</svg>`;
};

const chips = (seeded: Seeded): string =>
  seeded.detection.failed
    .toSorted((a, b) => Number(kindOf(seeded, b) === 'named') - Number(kindOf(seeded, a) === 'named'))
    .map((rule) => `<code class="${kindOf(seeded, rule)}">${rule}</code>`)
    .join(' ');

const defectRow = (seeded: Seeded): string =>
  `<tr><td>${isProven(seeded) ? '✓' : '✗'}</td><td>a platform that ${escaped(seeded.defect.text)}</td>` +
  `<td>${chips(seeded)}</td><td>${escaped(seeded.detection.named.text)}</td></tr>`;

const variantRow = ({ name, text, passed, unverified, falsePositives }: VariantResult): string =>
  `<tr><td>${falsePositives.length === 0 ? '✓' : '✗'}</td><td>${escaped(name)}</td><td>a target that ${escaped(text)}</td>` +
  `<td>${passed} pass, ${unverified} unverified</td><td>${escaped(falsePositives.join('; '))}</td></tr>`;

const style = `
  :root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
  body { max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; } td, th { text-align: left; vertical-align: top; padding: .2rem .5rem; border-top: 1px solid #8884; }
  svg { width: 100%; background: #8881; } code { white-space: nowrap; }
  .named { fill: #2da44e; color: #2da44e; font-weight: bold; } .listed { fill: #5585dd; color: #5585dd; } .other { fill: #d1242f; color: #d1242f; }
  summary { cursor: pointer; padding: .3rem 0; } .figures { font-size: 1.2rem; }`;

/** The proof as a page: the figures, the matrix of rules and defects, each defect with the rules that failed, each variant. */
export const proofPage = (result: ProofResult): string => {
  const { rules, properties, defects, caught, variants, falsePositives } = figuresOf(result);
  const byRule = Map.groupBy(result.defects, ({ defect }): string => defect.rule);
  const rulesShown = listedRules.map(({ id, text }) => {
    const own = byRule.get(id) ?? [];
    const count = own.length === 1 ? '1 defect' : `${own.length} defects`;
    return `<details><summary><b>${id}</b> ${escaped(text)} · ${count}</summary><table>${own.map(defectRow).join('')}</table></details>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Selo: proof of the verdicts</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head><body>
<h1>Proof of the verdicts</h1>
<p class="figures">${rules + properties - result.undefended.length} of ${rules + properties} rules and properties have a defect that shows that they can fail ·
${caught} of ${defects} defects are caught · ${falsePositives} of ${variants} variants have false positives</p>
<h2>Rules by defects</h2>
<p>Rules from above, seeded defects from the left. <span class="named">■</span> the rule that the defect names,
<span class="listed">■</span> another that it lists, <span class="other">■</span> neither: a machine that stalled, or a mistake.</p>
${picture(result.defects)}
<h2>Defects</h2>
${rulesShown.join('\n')}
<h2>Legal targets</h2>
<table>${result.variants.map(variantRow).join('\n')}</table>
</body></html>
`;
};
