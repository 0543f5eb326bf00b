import type { StatementId } from '../suites/rule.ts';
import { ledger, statementCount } from '../suites/statements.ts';
import { isLaw, type ListedRule, listedRules } from './listed-rules.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

const table = (heading: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${heading.join(' | ')} |`,
  `|${heading.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
];

const ruleRow = ({ id, text, level, source, statements, needs }: ListedRule): string[] => [
  id,
  text,
  level,
  source,
  statements.join(', '),
  needs.join(', '),
];

const lawRow = ({ id, text, level, source, standsFor = [], cases, needs }: ListedRule): string[] => [
  id,
  text,
  level,
  source,
  standsFor.join(', '),
  `${cases?.quick}, ${cases?.full}`,
  needs.join(', '),
];

const ruleHeading = ['Rule', 'What must hold', 'Level', 'Source', 'Statements', 'Needs'];
const lawHeading = ['Law', 'What must hold', 'Level', 'Source', 'Rules', 'Cases', 'Needs'];

/** The table of a section, which holds either rules or laws. */
const tableOf = (listed: readonly ListedRule[]): string[] =>
  listed.some(isLaw) ? table(lawHeading, listed.map(lawRow)) : table(ruleHeading, listed.map(ruleRow));

const isStatementId = (text: string): text is StatementId => /^S\d{3}$/.test(text);

const statementIds = Array.from(
  { length: statementCount },
  (_, index) => `S${String(index + 1).padStart(3, '0')}`,
).filter(isStatementId);

/** The page that shows the catalogue both ways: rule to statements, statement to rules or the reason for none. */
export const cataloguePage = (): string => {
  const bySection = Map.groupBy(listedRules, ({ sectionTitle }) => sectionTitle);
  const laws = listedRules.filter(isLaw);
  const rules = listedRules.filter((rule) => !isLaw(rule));
  const ruled = new Set(rules.flatMap(({ statements }) => statements));
  const statementRow = (id: StatementId): string[] => {
    const own = rules.filter(({ statements }) => statements.includes(id)).map((rule) => rule.id);
    const entry = ledger[id];
    return [id, own.join(', '), own.length === 0 && entry ? `${entry.kind}: ${entry.reason}` : ''];
  };
  return [
    '# Catalogue',
    '',
    'Made by `selo rules --markdown`. S001 to S228 are the statements of the document, counted in its order.',
    '',
    `${rules.length} rules stand for ${ruled.size} of ${statementCount} statements; the others are listed below with the reason.`,
    `${laws.length} laws try drawn values where the rules that they name try examples; the two numbers of cases are those of quick and full depth.`,
    '',
    ...[...bySection].flatMap(([title, listed]) => [`## ${title}`, '', ...tableOf(listed), '']),
    '## Statements',
    '',
    ...table(['Statement', 'Rules', 'Why it is no rule'], statementIds.map(statementRow)),
    '',
  ].join('\n');
};
