import { allRoutes, type RouteDeed, routesThat } from '../../core/routes.ts';
import { type StatementId, statementCount } from '../../core/statement.ts';
import { documented } from '../../suites/documented.ts';
import { type Cell, routeStatements } from '../../suites/route-table.ts';
import { ledger } from '../../suites/statements.ts';
import { isProperty, type ListedRule, listedRules } from '../listed-rules.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

const table = (heading: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${heading.join(' | ')} |`,
  `|${heading.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
];

const levelOf = ({ level, inferred }: ListedRule): string => (inferred === undefined ? level : `${level}: ${inferred}`);

const ruleRow = (rule: ListedRule): string[] => {
  const { id, text, source, statements, needs } = rule;
  return [id, text, levelOf(rule), source, statements.join(', '), needs.join(', ')];
};

const propertyRow = (rule: ListedRule): string[] => {
  const { id, text, source, statements, standsFor = [], cases, needs } = rule;
  const tries = `${cases?.quick}, ${cases?.full}`;
  return [
    id,
    text,
    levelOf(rule),
    source,
    statements.slice(0, 1).join(),
    standsFor.join(', '),
    tries,
    needs.join(', '),
  ];
};

const ruleHeading = ['Rule', 'What must hold', 'Level', 'Source', 'Statements', 'Needs'];
const propertyHeading = ['Property', 'What must hold', 'Level', 'Source', 'Statement', 'Rules', 'Cases', 'Needs'];

/** The table of a section, which contains either rules or properties. */
const tableOf = (listed: readonly ListedRule[]): string[] =>
  listed.some(isProperty) ? table(propertyHeading, listed.map(propertyRow)) : table(ruleHeading, listed.map(ruleRow));

const isStatementId = (text: string): text is StatementId => /^S\d{3}$/.test(text);

const statementIds = Array.from(
  { length: statementCount },
  (_, index) => `S${String(index + 1).padStart(3, '0')}`,
).filter(isStatementId);

const cellOf = (tried: Cell | undefined): string => {
  if (tried === undefined) return '';
  return 'excused' in tried ? `– ${tried.excused}` : tried.join(', ');
};

/** The rules that test each statement about these kinds of routes, by route. */
const routeTable = (...deeds: readonly RouteDeed[]): string[] => {
  const routes = routesThat(...deeds);
  const about = routeStatements.filter(({ cells }) => routes.some((route) => cells[route] !== undefined));
  const heading = ['Route', ...about.map(({ name }) => name)];
  return table(
    heading,
    routes.map((route) => [`\`${route}\``, ...about.map(({ cells }) => cellOf(cells[route]))]),
  );
};

/** The catalogue as Markdown: from rule to statements, from statement to rules, and from route to rules. */
export const cataloguePage = (): string => {
  const bySection = Map.groupBy(listedRules, ({ sectionTitle }) => sectionTitle);
  const properties = listedRules.filter(isProperty);
  const rules = listedRules.filter((rule) => !isProperty(rule));
  const ruled = new Set(rules.flatMap(({ statements }) => statements));
  const statementRow = (id: StatementId): string[] => {
    const own = rules.filter(({ statements }) => statements.includes(id)).map((rule) => rule.id);
    const entry = ledger[id];
    const why = own.length === 0 && entry ? `${entry.kind}: ${entry.reason}` : '';
    return [id, documented[id]?.sentence ?? '', documented[id]?.strength ?? '', own.join(', '), why];
  };
  return [
    '# Catalogue',
    '',
    `Made by \`npm run docs\`; \`selo rules --markdown\` prints the same. S001 to S${statementCount} are the statements of the document, in its order.`,
    'The first statement of a rule decides its level: a must has a plain one. A should has a loose one, or says why it is not a must.',
    '',
    `${rules.length} rules test ${ruled.size} of ${statementCount} statements; the others are listed below with the reason.`,
    `${properties.length} properties extend the rules that they name to generated values; the two numbers of cases are for quick and full depth.`,
    '',
    ...[...bySection].flatMap(([title, listed]) => [`## ${title}`, '', ...tableOf(listed), '']),
    '## Statements by route',
    '',
    `Rules test what the document says of every list, lookup or write on each of the ${allRoutes.length} routes that it shows or`,
    'that a profile can declare. A dash gives the reason why no rule tests it there.',
    '',
    ...routeTable('lists'),
    '',
    ...routeTable('reads'),
    '',
    ...routeTable('creates'),
    '',
    ...routeTable('updates'),
    '',
    ...routeTable('deletes'),
    '',
    '## Statements',
    '',
    ...table(
      ['Statement', 'What it states, in our words', 'Strength', 'Rules', 'Why it has no rule'],
      statementIds.map(statementRow),
    ),
    '',
  ].join('\n');
};
