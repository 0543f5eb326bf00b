import type { Gate, GateReason, LoadResult, Measure } from '../../core/load-result.ts';
import { colorOf, type Paint, signOf } from '../../reports/kit/paint.ts';
import { excerpt, printable } from '../../reports/kit/printable.ts';
import { inBrief, inUnit, inWhole } from './figures.ts';
import { verdictLook } from './gate-look.ts';
import { columns, fitted, heading, labelWidth, row } from './terminal-layout.ts';
import { wrapped } from './wrapped.ts';

/** In characters: a target may send anything. */
const longestExample = 400;

export const rulesReport = ({ rules }: LoadResult, paint: Paint): string[] => {
  if (rules.length === 0) return [];
  const broken = rules.filter(({ violations }) => violations > 0);
  const judged = rules.reduce((sum, rule) => sum + rule.judged, 0);
  return [
    ...heading('Passive rules', paint),
    `  ${rules.length - broken.length} of ${rules.length} held, judged ${inWhole(judged)} times`,
    ...broken.flatMap(({ rule, text, judged: times, violations, perMillion, example }) => [
      `  ${paint('red', `✗ ${fitted(rule, 8)}`)} ${inWhole(violations)} of ${inWhole(times)}, ${inBrief(perMillion)} a million`,
      ...wrapped(printable(text), columns - 4).map((line) => `    ${line}`),
      ...(example
        ? wrapped(
            excerpt(
              `${example.what}: ${example.pointer} expected ${example.expected}, got ${example.actual}`,
              longestExample,
            ),
            columns - 4,
          ).map((line) => paint('dim', `    ${line}`))
        : []),
    ]),
  ];
};

export const objectivesReport = ({ objectives }: LoadResult, paint: Paint): string[] => {
  if (objectives.length === 0) return [];
  return [
    ...heading('Objectives', paint),
    ...objectives.map(({ text, actual, unit, samples, outcome }) => {
      const seen = outcome === 'unverified' ? `too few samples: ${inWhole(samples)}` : printable(inUnit(actual, unit));
      return `  ${paint(colorOf[outcome], signOf[outcome])} ${fitted(text, 60)} ${seen}`;
    }),
  ];
};

export const comparisonReport = ({ gate: { comparison } }: LoadResult, paint: Paint): string[] => {
  if (!comparison) return [];
  const { kind, baseline, runs, maxRegression, measures, control = [] } = comparison;
  const against = `Over ${printable(baseline)}, ${runs} ${kind === 'pairs' ? 'rounds' : 'stored runs'}, at most ${maxRegression} acceptable`;
  const looks = { same: 'dim', worse: 'red', better: 'green', inconclusive: 'yellow' } as const;
  const line = ({ name, ratio, low, high, outcome }: Measure): string =>
    `${row(`  ${name}`, [ratio.toFixed(2)])}  (${low.toFixed(2)} to ${high.toFixed(2)})  ${paint(looks[outcome], outcome)}`;
  return [
    ...heading(fitted(against, columns).trimEnd(), paint),
    ...measures.map(line),
    ...(control.length > 0 ? ['  control, the baseline against itself:', ...control.map(line)] : []),
  ];
};

const describeReason = ({ step, outcome, text, advice }: GateReason, paint: Paint): string[] => {
  const [sign, color] = [signOf[outcome], colorOf[outcome]];
  const indent = ' '.repeat(labelWidth);
  const [first = '', ...others] = wrapped(printable(text), columns - labelWidth);
  const advised = advice === undefined ? [] : wrapped(`to do: ${printable(advice)}`, columns - labelWidth);
  return [
    `  ${paint(color, `${sign} ${step}`)}${' '.repeat(labelWidth - 4 - step.length)}${first}`,
    ...others.map((line) => indent + line),
    ...advised.map((line) => paint('dim', indent + line)),
  ];
};

export const gateReport = (gate: Gate, paint: Paint): string[] => {
  const { sign, color } = verdictLook[gate.verdict];
  const [first = '', ...others] = wrapped(printable(gate.message), columns - 2);
  return [
    ...heading('Gate', paint),
    ...gate.reasons.flatMap((reason) => describeReason(reason, paint)),
    '',
    paint(color, `${sign} ${first}`),
    ...others.map((line) => paint(color, `  ${line}`)),
  ];
};
