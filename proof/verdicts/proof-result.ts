import { isProperty, listedRules, sectionTitles } from '../../reports/listed-rules.ts';
import { isSound, type VariantResult } from '../variants/judge-variant.ts';
import { isProven, type Seeded, type WholeResult } from './campaign.ts';
import type { StepsResult } from './documented-steps.ts';
import type { AloneResult } from './judge-alone.ts';

/** The result of the proof of the verdicts. */
export interface ProofResult {
  defects: readonly Seeded[];
  whole: WholeResult;
  /** Rules and properties that no defect names: nothing shows that they can fail. */
  undefended: readonly string[];
  variants: readonly VariantResult[];
  alone: AloneResult;
  /** Defects on platforms whose changes show late. */
  late: AloneResult;
  steps: StepsResult;
}

const sectionByRule: ReadonlyMap<string, string> = new Map(listedRules.map(({ id, section }) => [id, section]));

export const rulesWithoutDefect = (defects: readonly { rule: string }[]): string[] => {
  const named = new Set(defects.map(({ rule }) => rule));
  return listedRules.map(({ id }) => id).filter((id) => !named.has(id));
};

/** Names of the sections, in the order of the catalogue. */
export const sectionNames: readonly string[] = [...sectionTitles.keys()];

/** Without properties, which are tried only on their own defects. */
export const ruleSectionNames: readonly string[] = sectionNames.filter(
  (name) => !listedRules.some((rule) => rule.section === name && isProperty(rule)),
);

/** Throws on a rule that is not in the catalogue. */
export const sectionOf = (rule: string): string => {
  const section = sectionByRule.get(rule);
  if (section === undefined) throw new Error(`There is no rule ${rule}`);
  return section;
};

/** The figures that the badge of each report shows. */
export interface ProofFigures {
  rules: number;
  properties: number;
  defects: number;
  /** Defects that their own rule catches. */
  caught: number;
  variants: number;
  /** Variants with a false positive. */
  falsePositives: number;
}

export const figuresOf = ({ defects, variants }: ProofResult): ProofFigures => ({
  rules: listedRules.filter((rule) => !isProperty(rule)).length,
  properties: listedRules.filter(isProperty).length,
  defects: defects.length,
  caught: defects.filter(({ detection }) => detection.isCaught).length,
  variants: variants.length,
  falsePositives: variants.filter(({ falsePositives }) => falsePositives.length > 0).length,
});

/** Counts each defect, variant, comparison and step, and one for whether every rule has a defect. */
export const tallyOfProof = (result: ProofResult): { passed: number; failed: number } => {
  const { defects, undefended, variants, steps } = result;
  const parts = [
    { judged: defects.length, failed: defects.filter((seeded) => !isProven(seeded)).length },
    { judged: variants.length, failed: variants.filter((variant) => !isSound(variant)).length },
    { judged: 1, failed: undefended.length > 0 ? 1 : 0 },
    ...[result.whole, result.alone, result.late].map(({ judged, differing }) => ({ judged, failed: differing.length })),
    { judged: steps.judged, failed: steps.swallowed.length },
  ];
  const failed = parts.reduce((sum, part) => sum + part.failed, 0);
  return { passed: parts.reduce((sum, { judged }) => sum + judged, 0) - failed, failed };
};
