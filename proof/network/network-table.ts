import type { Row } from './judge-row.ts';

/** Harm to a verdict or a record, line by line. */
export const problemsOf = ({ fault, passed, wrong, lost, hidden }: Row): string[] => [
  ...wrong.map((line) => `wrongly: ${line}`),
  ...lost.map((line) => `not recorded: ${line}`),
  ...hidden.map((line) => `passed on a broken platform: ${line}`),
  ...(fault.lets === 'nothing' && fault.on === 'target' && passed > 0
    ? [`${passed} rules passed without an answer`]
    : []),
];

const causesOf = ({ unverified }: Row): string =>
  Object.entries(unverified)
    .map(([cause, count]) => `${count} ${cause}`)
    .join(', ') || 'none';

const headings = [
  '',
  'fault',
  'a way on which …',
  'pass',
  'unverified',
  'broken: caught',
  'broken: unverified',
  'requests',
  's',
];

const cellsOf = (row: Row): string[] => [
  problemsOf(row).length === 0 ? '✓' : '✗',
  row.fault.name,
  row.fault.text,
  String(row.passed),
  causesOf(row),
  String(row.caught),
  String(row.spared),
  String(row.requests),
  row.seconds.toFixed(1),
];

export const networkTable = (rows: readonly Row[]): string =>
  [headings, headings.map(() => '---'), ...rows.map(cellsOf)].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export const describeRow = (row: Row): string => {
  const [sign, name, , passed, causes, caught, spared, requests, seconds] = cellsOf(row);
  return [
    `${sign} ${name} · ${passed} pass · unverified: ${causes} · broken: ${caught} caught, ${spared} unverified · ${requests} requests · ${seconds} s`,
    ...problemsOf(row).map((problem) => `    ${problem}`),
  ].join('\n');
};
