import type { Paint } from '../../reports/kit/printable.ts';
import { isSound, type VariantResult } from '../variants/judge-variant.ts';
import { isProven, type Seeded } from './campaign.ts';
import type { StepsResult } from './documented-steps.ts';
import { figuresOf, type ProofResult, ruleSectionNames, sectionNames, sectionOf } from './proof-result.ts';

const cellWidth = 4;
const nameWidth = 21;
const countWidth = 9;

const rowOf = (section: string, seeded: readonly Seeded[], paint: Paint): string => {
  const caught = seeded.filter(({ detection }) => detection.isCaught).length;
  const counts = `${caught}/${seeded.length}`.padStart(countWidth);
  const failed = seeded.flatMap(({ detection }) => detection.failed.map(sectionOf));
  const cells = ruleSectionNames.map((column) => {
    const count = failed.filter((each) => each === column).length;
    const cell = (count === 0 ? '·' : String(count)).padStart(cellWidth);
    return column === section ? paint('bold', cell) : cell;
  });
  const name = `${String(sectionNames.indexOf(section) + 1).padStart(2)} ${section}`;
  return [name.padEnd(nameWidth), paint(caught === seeded.length ? 'green' : 'red', counts), ...cells].join('');
};

/** How many rules of each section (columns) failed on the defects of each section (lines). */
const sectionMatrix = (defects: readonly Seeded[], paint: Paint): string[] => {
  const bySection = Map.groupBy(defects, ({ defect }) => sectionOf(defect.rule));
  const heading = [
    'Defects of'.padEnd(nameWidth),
    'caught'.padStart(countWidth),
    ...ruleSectionNames.map((name) => String(sectionNames.indexOf(name) + 1).padStart(cellWidth)),
  ].join('');
  return [
    paint('bold', heading),
    ...sectionNames.map((section) => rowOf(section, bySection.get(section) ?? [], paint)),
    paint('dim', 'columns: how many verdicts of that section’s rules failed on the defects'),
  ];
};

/** Why a defect is not proven. */
export const describeSeeded = ({ defect, detection, seed }: Seeded): string[] => [
  `✗ ${defect.rule} · a platform that ${defect.text}`,
  `    to repeat: node proof/prove.ts ${defect.rule} --defects --seed ${seed}`,
  ...(detection.isCaught ? [] : [`    not caught: ${detection.named.text}`]),
  ...detection.swallowed.map(({ text }) => `    not tried, and nothing failed: ${text}`),
  ...detection.unlisted.map(({ text }) => `    failed, and not listed under "also": ${text}`),
];

/** A documented step whose refusal fails no rule, with the verdicts other than `pass`. */
export const describeSwallowed = ({ name, reported }: StepsResult['swallowed'][number]): string[] => [
  `✗ a platform that ${name} fails no rule`,
  ...reported.map((line) => `    ${line}`),
];

const describeVariant = ({ name, text, falsePositives, unexpected, unneeded }: VariantResult): string[] => [
  `✗ ${name} · a target that ${text}`,
  `    to repeat: node proof/variants.ts ${name}`,
  ...falsePositives.map((reported) => `    false positive: ${reported}`),
  ...unexpected.map((reported) => `    unverified, and not expected to be: ${reported}`),
  ...unneeded.map((rule) => `    judged, and expected to be unverified: ${rule}`),
];

export const proofReport = (result: ProofResult, paint: Paint): string[] => {
  const { undefended, whole, alone, late, steps } = result;
  const { rules, properties, defects, caught, variants, falsePositives } = figuresOf(result);
  const figure = (name: string, right: number, of: number, text: string): string =>
    paint(right === of ? 'green' : 'red', `${name.padEnd(12)} ${right} of ${of} ${text}`);
  const compared = ({ judged, differing }: typeof alone): [right: number, of: number] => [
    judged - differing.length,
    judged,
  ];
  const all = rules + properties;
  return [
    '',
    ...sectionMatrix(result.defects, paint),
    '',
    ...result.defects.filter((seeded) => !isProven(seeded)).flatMap(describeSeeded),
    ...result.variants.filter((variant) => !isSound(variant)).flatMap(describeVariant),
    ...undefended.map((rule) => `✗ ${rule} · no seeded defect names it, so nothing shows that it can fail`),
    ...[...whole.differing, ...alone.differing, ...late.differing].map((reported) => `✗ ${reported}`),
    ...steps.swallowed.flatMap(describeSwallowed),
    figure('rules', all - undefended.length, all, 'rules and properties have a defect that shows that they can fail'),
    figure('detection', caught, defects, 'defects are caught by the rule that they name'),
    figure('whole', ...compared(whole), 'defects are found by all rules in one run as by the rules that reach them'),
    figure('alone', ...compared(alone), 'verdicts of one rule on an empty company are those of a whole run'),
    figure('late', ...compared(late), 'defects are caught where changes show late'),
    figure(
      'steps',
      steps.judged - steps.swallowed.length,
      steps.judged,
      'documented steps that a platform does not take fail a rule',
    ),
    paint(falsePositives === 0 ? 'green' : 'red', `false positives ${falsePositives} of ${variants} variants have any`),
  ];
};
