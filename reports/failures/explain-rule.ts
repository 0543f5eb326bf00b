import { omitUndefined } from '../../core/omit-undefined.ts';
import type { StatementId } from '../../core/statement.ts';
import { documented } from '../../suites/documented.ts';
import { groupsOf } from '../groups.ts';
import { excerpt, factsIn } from '../kit/printable.ts';
import { type ListedRule, listedRules, ownStatements } from '../listed-rules.ts';
import { impactOf } from './partner-impact.ts';
import type { ExampleExchange, TriedRule } from './tried-rule.ts';
import usualCauses from './usual-causes.json' with { type: 'json' };

const indent = '  ';
const labelWidth = 12;
const fact = factsIn({ indent, labelWidth });

const levels = {
  must: 'must: the document states it plainly; a target that differs fails',
  should: 'should: the document is loose or it is inferred; a target that differs gets a warning',
};

const sentenceOf = (id: StatementId): string => documented[id]?.sentence ?? '';

const howJudged = ({ isPassive, depth, cases }: ListedRule): string => {
  if (cases) return `on ${cases.quick} drawn cases at quick depth, on ${cases.full} at full (or limits.search.cases)`;
  if (isPassive)
    return 'on every exchange of a run, with no request of its own; alone, after every other rule was tried';
  return depth === 'full' ? 'at full depth only: it takes minutes on a real target' : 'at quick and at full depth';
};

const describeNeeds = ({ needs, makes }: ListedRule): string[] => {
  const made = makes ? [`records in the list, which the rule makes where the profile offers: ${makes.join(', ')}`] : [];
  return needs.length + made.length > 0 ? [...needs, ...made] : ['nothing beyond the credentials'];
};

interface NamedRule {
  id: string;
  text: string;
}

/** The explanation of a rule, as data. */
export interface Explanation extends NamedRule {
  section: string;
  groups: readonly string[];
  source: string;
  level: ListedRule['level'];
  /** Why the rule is a `should` although its statement is plain. */
  inferred?: string;
  /** The first one decides the level. */
  statements: { id: string; sentence: string }[];
  /** The impact on partners if the rule fails. */
  impact?: string;
  needs: string[];
  judged: string;
  /** The steps of a simulated run; left out if there was none. */
  tried?: TriedRule;
  /** Each completes the sentence "a platform that …". */
  causes: readonly string[];
  /** The rules that a property extends. */
  standsFor: NamedRule[];
  /** Other rules about the same statements, and the properties that extend the rule. */
  related: NamedRule[];
  run: string[];
}

const named = (rules: readonly ListedRule[]): NamedRule[] => rules.map(({ id, text }) => ({ id, text }));

const causesByRule: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(usualCauses));

/** The nearest first. */
const relatedTo = (rule: ListedRule): ListedRule[] => {
  const own = ownStatements(rule);
  /** The first statement is the subject of a rule; the others may be shared by many. */
  const nearness = (other: ListedRule): number => {
    const shared = ownStatements(other).filter((id) => own.includes(id));
    const isPropertyOf = other.standsFor?.includes(rule.id) ?? false;
    return shared.length + (isPropertyOf || ownStatements(other)[0] === own[0] ? own.length : 0);
  };
  return listedRules
    .filter((other) => other.id !== rule.id && !rule.standsFor?.includes(other.id) && nearness(other) > 0)
    .toSorted((a, b) => nearness(b) - nearness(a));
};

/** Explains a rule: what the document says, how Selo tests it, and what usually breaks it. */
export const explanationOf = (rule: ListedRule, tried?: TriedRule): Explanation => {
  const { id, text, source, level, inferred, section, sectionTitle, depth, standsFor = [] } = rule;
  const alone = `npx selo run --rule ${id}${depth === 'full' ? ' --depth full' : ''}`;
  const impact = impactOf({ rule: id, section });
  return {
    id,
    text,
    section: `${sectionTitle} (${section})`,
    groups: groupsOf(rule),
    source,
    level,
    ...omitUndefined({ inferred }),
    statements: ownStatements(rule).map((statement) => ({ id: statement, sentence: sentenceOf(statement) })),
    ...omitUndefined({ impact }),
    needs: describeNeeds(rule),
    judged: howJudged(rule),
    ...omitUndefined({ tried }),
    causes: causesByRule.get(id) ?? [],
    standsFor: named(listedRules.filter((other) => standsFor.includes(other.id))),
    related: named(relatedTo(rule)),
    run: [alone, `${alone} --profile selo.config.ts`],
  };
};

/** Longer lists are complete with `--json`. */
const maxShown = 10;
const maxLineLength = 160;

const shortened = (lines: readonly string[]): string[] => [
  ...lines.slice(0, maxShown).map((line) => excerpt(line, maxLineLength)),
  ...(lines.length > maxShown ? [`and ${lines.length - maxShown} more: see --json`] : []),
];

/** JSON with one line for each property, so that the end is not cut off. */
const jsonLines = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [excerpt(JSON.stringify(value), maxLineLength)];
  }
  const properties = Object.entries(value).map(([name, held]) => `"${name}": ${JSON.stringify(held)}`);
  const lines = properties.map((line, index) => `  ${line}${index < properties.length - 1 ? ',' : ''}`);
  return ['{', ...shortened(lines), '}'];
};

const describeExample = ({ request, body, status, answer }: ExampleExchange): string[] => [
  excerpt(request, maxLineLength),
  ...(body === undefined ? [] : jsonLines(body)),
  `→ ${status}`,
  ...(answer === undefined ? [] : jsonLines(answer)),
];

const listed = (rules: readonly NamedRule[]): string[] => shortened(rules.map(({ id, text }) => `${id}  ${text}`));

/** The explanation of a rule, for a terminal. */
export const describeExplanation = (explanation: Explanation): string[] => {
  const { id, text, section, groups, source, level, inferred, statements, impact, needs, judged, tried } = explanation;
  const { causes, standsFor, related, run } = explanation;
  return [
    `${id}  ${text}`,
    ...fact('document', ...statements.map((statement) => `${statement.id}  ${statement.sentence}`)),
    ...fact('source', source),
    ...fact('level', levels[level], ...(inferred === undefined ? [] : [`no must: ${inferred}`])),
    ...(impact === undefined ? [] : fact('impact', impact)),
    ...fact('how', ...shortened(tried?.steps ?? [])),
    ...(tried?.example ? fact('example', ...describeExample(tried.example)) : []),
    ...fact('causes', ...shortened(causes.map((cause) => `the platform ${cause}`))),
    ...fact('section', section),
    ...fact('groups', groups.join(', ')),
    ...fact('stands for', ...listed(standsFor)),
    ...fact('related', ...listed(related)),
    ...fact('needs', ...needs),
    ...fact('judged', judged),
    ...fact('run it', ...run),
    ...(standsFor.length > 0
      ? fact('repeat it', `${run[0]} --seed N --path P, as the report of a broken case says`)
      : []),
  ];
};

const maxNamed = 8;

const standingFor = ({ statements, standsFor = statements }: ListedRule): string =>
  standsFor.length > maxNamed ? `${standsFor.length} rules` : standsFor.join(' ');

/** The catalogue by section, one line for each rule. */
export const listRules = (rules: readonly ListedRule[]): string[] =>
  [...Map.groupBy(rules, ({ section }) => section)].flatMap(([section, own]) => [
    `${own[0]?.sectionTitle} (${section})`,
    ...own.map(
      (rule) => `${indent}${rule.id.padEnd(labelWidth)}${rule.level.padEnd(8)}${rule.text}  [${standingFor(rule)}]`,
    ),
  ]);
