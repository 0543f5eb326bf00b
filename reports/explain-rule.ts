import { factsIn } from './fact.ts';
import { type ListedRule, listedRules } from './listed-rules.ts';

const indent = '  ';
const labelWidth = 12;
const fact = factsIn({ indent, labelWidth });

const levels = {
  must: 'must: the document states it plainly; a target that differs fails',
  should: 'should: the document is loose or it is inferred; a target that differs gets a warning',
};

const howJudged = ({ isPassive, depth, cases }: ListedRule): string => {
  if (cases) return `on ${cases.quick} drawn cases at quick depth, on ${cases.full} at full (or limits.search.cases)`;
  if (isPassive) return 'on every exchange of a run, with no request of its own: run it together with other rules';
  return depth === 'full' ? 'at full depth only: it takes minutes on a real target' : 'at quick and at full depth';
};

/** Of a law: the rules that it stands for. */
const namedRules = (ids: readonly string[]): string[] =>
  ids.map((id) => `${id}  ${listedRules.find((rule) => rule.id === id)?.text}`);

/** One rule in plain words, for a terminal. */
export const explainRule = (rule: ListedRule): string[] => {
  const { id, text, source, level, section, sectionTitle, needs, statements, isPassive, depth, standsFor } = rule;
  const alone = isPassive ? 'selo run' : `selo run --rule ${id}${depth === 'full' ? ' --depth full' : ''}`;
  return [
    `${id}  ${text}`,
    ...fact('section', `${sectionTitle} (${section})`),
    ...fact('source', source),
    ...fact('level', levels[level]),
    ...fact('stands for', ...namedRules(standsFor ?? [])),
    ...fact('statements', statements.join(', ')),
    ...fact('needs', ...(needs.length > 0 ? needs : ['nothing beyond the credentials'])),
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
