import { documented } from '../suites/documented.ts';
import { factsIn } from './fact.ts';
import { groupsOf } from './groups.ts';
import { type ListedRule, listedRules } from './listed-rules.ts';

const indent = '  ';
const labelWidth = 12;
const fact = factsIn({ indent, labelWidth });

const levels = {
  must: 'must: the document states it plainly; a target that differs fails',
  should: 'should: the document is loose or it is inferred; a target that differs gets a warning',
};

/** The level with the statement that it rests on. */
const reasonsOf = ({ level, statements: [first = 'S001'], inferred }: ListedRule): string[] => [
  levels[level],
  `rests on ${first}: ${documented[first]?.sentence}`,
  ...(inferred === undefined ? [] : [`no must: ${inferred}`]),
];

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

/** Of a law: the rules that it stands for. */
const namedRules = (ids: readonly string[]): string[] =>
  ids.map((id) => `${id}  ${listedRules.find((rule) => rule.id === id)?.text}`);

/** One rule in plain words, for a terminal. */
export const explainRule = (rule: ListedRule): string[] => {
  const { id, text, source, section, sectionTitle, statements, depth, standsFor } = rule;
  const alone = `selo run --rule ${id}${depth === 'full' ? ' --depth full' : ''}`;
  return [
    `${id}  ${text}`,
    ...fact('section', `${sectionTitle} (${section})`),
    ...fact('groups', groupsOf(rule).join(', ')),
    ...fact('source', source),
    ...fact('level', ...reasonsOf(rule)),
    ...fact('stands for', ...namedRules(standsFor ?? [])),
    ...fact('statements', statements.join(', ')),
    ...fact('needs', ...describeNeeds(rule)),
    ...fact('judged', howJudged(rule)),
    ...fact('run it', alone, `${alone} --profile selo.config.ts`),
    ...(standsFor ? fact('repeat it', `${alone} --seed N --path P, as the report of a broken case says`) : []),
  ];
};

/** Ids of more rules than these are for `explain` to tell. */
const mostNamed = 8;

const standingFor = ({ statements, standsFor = statements }: ListedRule): string =>
  standsFor.length > mostNamed ? `${standsFor.length} rules` : standsFor.join(' ');

/** The catalogue by section, a line a rule, for a terminal. */
export const listRules = (rules: readonly ListedRule[]): string[] =>
  [...Map.groupBy(rules, ({ section }) => section)].flatMap(([section, own]) => [
    `${own[0]?.sectionTitle} (${section})`,
    ...own.map(
      (rule) => `${indent}${rule.id.padEnd(labelWidth)}${rule.level.padEnd(8)}${rule.text}  [${standingFor(rule)}]`,
    ),
  ]);
