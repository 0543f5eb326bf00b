import { outcomes } from '../../core/outcome.ts';
import type { Verdict } from '../../core/verdict.ts';
import { verdictsByGroup } from '../groups.ts';
import { colorOf, type Paint } from '../kit/paint.ts';
import { sectionTitles } from '../listed-rules.ts';
import { percentOf, type Tally, tallyOf } from '../tally.ts';

const titleWidth = 33;
const countWidth = 7;
const percentWidth = 13;

const headings: Record<(typeof outcomes)[number], string> = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warn',
  unverified: 'unver.',
  error: 'error',
};

const fitted = (title: string): string =>
  (title.length > titleWidth ? `${title.slice(0, titleWidth - 1)}…` : title).padEnd(titleWidth);

const lineOf = (title: string, rules: number, { counts, conformance, coverage }: Tally, paint: Paint): string => {
  const cells = outcomes.map((outcome) => {
    const count = counts[outcome];
    return count === 0 ? '·'.padStart(countWidth) : paint(colorOf[outcome], String(count).padStart(countWidth));
  });
  return [
    fitted(title),
    String(rules).padStart(countWidth),
    ...cells,
    percentOf(conformance.held, conformance.judged).padStart(percentWidth),
    percentOf(coverage.judged, coverage.applicable).padStart(percentWidth - 1),
  ].join('');
};

const headingOf = (rows: string): string =>
  [
    rows.padEnd(titleWidth),
    'rules'.padStart(countWidth),
    ...outcomes.map((outcome) => headings[outcome].padStart(countWidth)),
    'conformance'.padStart(percentWidth),
    'coverage'.padStart(percentWidth - 1),
  ].join('');

/** The counts and figures of each section, at most 100 columns wide. */
export const matrixOf = (verdicts: readonly Verdict[], paint: Paint): string[] => {
  const bySection = Map.groupBy(verdicts, ({ section }) => section);
  const known = [...sectionTitles].filter(([section]) => bySection.has(section));
  const heading = headingOf('Section');
  return [
    paint('bold', heading),
    ...known.map(([section, title]) => {
      const own = bySection.get(section) ?? [];
      return lineOf(title, own.length, tallyOf(own), paint);
    }),
    paint('dim', '─'.repeat(heading.length)),
    lineOf('All', verdicts.length, tallyOf(verdicts), paint),
  ];
};

/** The same for each group. A rule may be in several. */
export const groupMatrixOf = (verdicts: readonly Verdict[], paint: Paint): string[] => [
  paint('bold', headingOf('Group')),
  ...verdictsByGroup(verdicts).map(([group, own]) => lineOf(group, own.length, tallyOf(own), paint)),
];
