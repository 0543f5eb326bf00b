import { type ChangeKind, type Comparison, changeKinds, type RuleChange } from './compare-results.ts';
import type { Paint } from './kit/paint.ts';
import { excerpt } from './kit/printable.ts';

const looks: Record<ChangeKind, { sign: string; color: Parameters<Paint>[0] }> = {
  'newly failing': { sign: '✗', color: 'red' },
  'newly unverified': { sign: '?', color: 'cyan' },
  'newly warned': { sign: '!', color: 'yellow' },
  fixed: { sign: '✓', color: 'green' },
  'judged again': { sign: '✓', color: 'green' },
  added: { sign: '+', color: 'bold' },
  removed: { sign: '-', color: 'dim' },
  reworded: { sign: '~', color: 'dim' },
};

const maxIdLength = 60;
const maxTextLength = 500;

const outcomesOf = ({ before, after }: RuleChange): string =>
  [before, after].filter((outcome) => outcome !== undefined).join(' → ');

/** The number of rules for each kind of change, in one line. */
export const changesInWords = ({ changes, unchanged, onlyTried: { before, after } }: Comparison): string =>
  [
    ...changeKinds.flatMap((kind) => {
      const count = changes.filter((change) => change.kind === kind).length;
      return count === 0 ? [] : [`${count} ${kind}`];
    }),
    `${unchanged} unchanged`,
    ...(before > 0 ? [`${before} only in the earlier run`] : []),
    ...(after > 0 ? [`${after} now tested`] : []),
  ].join(' · ');

/** The changes from one run to another, for a terminal: by kind, then the counts. */
export const comparisonReport = (comparison: Comparison, paint: Paint): string[] => {
  const { changes, differences } = comparison;
  const groups = changeKinds.flatMap((kind) => {
    const own = changes.filter((change) => change.kind === kind);
    if (own.length === 0) return [];
    const { sign, color } = looks[kind];
    return [
      paint('bold', kind),
      ...own.flatMap((change) => [
        `${paint(color, `${sign} ${excerpt(change.rule, maxIdLength)}`)} ${excerpt(change.text, maxTextLength)} (${outcomesOf(change)})`,
        ...(change.said === undefined ? [] : [`    ${excerpt(change.said, maxTextLength)}`]),
      ]),
      '',
    ];
  });
  return [
    ...differences.map((difference) => excerpt(difference, maxTextLength)),
    ...groups,
    changesInWords(comparison),
  ];
};
