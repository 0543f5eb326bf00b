import { pageDocument } from '../../reports/kit/page/document.ts';
import { type Markup, markup, table } from '../../reports/kit/page/markup.ts';
import { listedRules } from '../../reports/listed-rules.ts';
import { isSound, type VariantResult } from '../variants/judge-variant.ts';
import { isProven, type Seeded } from './campaign.ts';
import { figuresOf, type ProofResult } from './proof-result.ts';

/** Pixels of a rule or a defect. */
const cell = 3;

const kindOf = ({ defect }: Seeded, rule: string): 'named' | 'listed' | 'other' => {
  if (rule === defect.rule) return 'named';
  return defect.also?.some((id) => id === rule) ? 'listed' : 'other';
};

/** A dot for each rule (top to bottom) that fails on a defect (left to right). */
const picture = (defects: readonly Seeded[]): Markup => {
  const rowOf = new Map(listedRules.map(({ id }, index) => [id, index]));
  const byRule = defects.toSorted((a, b) => (rowOf.get(a.defect.rule) ?? 0) - (rowOf.get(b.defect.rule) ?? 0));
  const dots = byRule.flatMap((seeded, column) =>
    seeded.detection.failed.map((rule) => {
      const [x, y] = [column * cell, (rowOf.get(rule) ?? 0) * cell];
      const title = `${rule} on a platform that ${seeded.defect.text}`;
      return markup`<rect class="${kindOf(seeded, rule)}" x="${x}" y="${y}" width="${cell}" height="${cell}"><title>${title}</title></rect>`;
    }),
  );
  const [width, height] = [defects.length * cell, listedRules.length * cell];
  return markup`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Rules by defects">${dots}</svg>`;
};

const chips = (seeded: Seeded): Markup[] =>
  seeded.detection.failed
    .toSorted((a, b) => Number(kindOf(seeded, b) === 'named') - Number(kindOf(seeded, a) === 'named'))
    .map((rule) => markup`<code class="${kindOf(seeded, rule)}">${rule}</code> `);

const defectRow = (seeded: Seeded) => [
  `a platform that ${seeded.defect.text}`,
  isProven(seeded) ? '✓' : '✗',
  chips(seeded),
  seeded.detection.named.text,
];

const variantRow = (result: VariantResult) => [
  `${result.name}: a target that ${result.text}`,
  isSound(result) ? '✓' : '✗',
  `${result.passed} pass, ${result.unverified} unverified`,
  result.falsePositives.join('; '),
];

const columns = (...names: string[]) => names.map((name) => ({ name }));

const style = `
  svg { width: 100%; background: #8881; } summary { cursor: pointer; padding: .3rem 0; }
  .named { fill: #2da44e; color: #2da44e; } .listed { fill: #5585dd; color: #5585dd; } .other { fill: #d1242f; color: #d1242f; }`;

/** The proof as a page: the figures, the matrix of rules and defects, each defect with the rules that failed, each variant. */
export const proofPage = (result: ProofResult): string => {
  const { rules, properties, defects, caught, variants, falsePositives } = figuresOf(result);
  const byRule = Map.groupBy(result.defects, ({ defect }): string => defect.rule);
  const rulesShown = listedRules.map(({ id, text }) => {
    const own = byRule.get(id) ?? [];
    const count = own.length === 1 ? '1 defect' : `${own.length} defects`;
    return markup`<details><summary><b>${id}</b> ${text} · ${count}</summary>${table(`Defects of ${id}`, columns('Defect', 'Proven', 'Failed', 'Verdict'), own.map(defectRow))}</details>`;
  });
  return pageDocument(
    'Proof of the verdicts',
    markup`<header><h1>Proof of the verdicts</h1>
<p>${rules + properties - result.undefended.length} of ${rules + properties} rules and properties have a defect that shows that they can fail ·
${caught} of ${defects} defects are caught · ${falsePositives} of ${variants} variants have false positives</p></header>
<main>
<h2>Rules by defects</h2>
<p>Rules from top to bottom, defects from left to right. <span class="named">■</span> the rule that the defect names,
<span class="listed">■</span> another that it lists, <span class="other">■</span> neither: a machine that stalled, or a mistake.</p>
${picture(result.defects)}
<h2>Defects</h2>
${rulesShown}
<h2>Legal targets</h2>
${table('Legal targets', columns('Target', 'Sound', 'Verdicts', 'False positives'), result.variants.map(variantRow))}
</main>`,
    { styles: [style], scripts: [] },
  );
};
