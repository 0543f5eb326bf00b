import type { StatementId } from '../suites/rule.ts';
import { ledger, statementCount } from '../suites/statements.ts';
import { type ListedRule, listedRules } from './listed-rules.ts';

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

const isStatementId = (text: string): text is StatementId => /^S\d{3}$/.test(text);

const statementIds = Array.from(
  { length: statementCount },
  (_, index) => `S${String(index + 1).padStart(3, '0')}`,
).filter(isStatementId);

/** The page that shows the catalogue both ways: rule to statements, statement to rules or the reason for none. */
export const cataloguePage = (): string => {
  const bySection = Map.groupBy(listedRules, ({ sectionTitle }) => sectionTitle);
  const ruled = new Set(listedRules.flatMap(({ statements }) => statements));
  const statementRow = (id: StatementId): string[] => {
    const rules = listedRules.filter(({ statements }) => statements.includes(id)).map((rule) => rule.id);
    const entry = ledger[id];
    return [id, rules.join(', '), rules.length === 0 && entry ? `${entry.kind}: ${entry.reason}` : ''];
  };
  return [
    '# Catalogue',
    '',
    'Made by `selo rules --markdown`. S001 to S228 are the statements of the document, counted in its order.',
    '',
    `${listedRules.length} rules stand for ${ruled.size} of ${statementCount} statements; the others are listed below with the reason.`,
    '',
    ...[...bySection].flatMap(([title, rules]) => [
      `## ${title}`,
      '',
      ...table(['Rule', 'What must hold', 'Level', 'Source', 'Statements', 'Needs'], rules.map(ruleRow)),
      '',
    ]),
    '## Statements',
    '',
    ...table(['Statement', 'Rules', 'Why it is no rule'], statementIds.map(statementRow)),
    '',
  ].join('\n');
};
