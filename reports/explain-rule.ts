import type { ListedRule } from './listed-rules.ts';

const indent = '  ';
const labelWidth = 12;

const levels = {
  must: 'must: the document states it plainly; a target that differs fails',
  should: 'should: the document is loose or it is inferred; a target that differs gets a warning',
};

const fact = (label: string, ...lines: readonly string[]): string[] =>
  lines.map((line, index) => `${indent}${(index === 0 ? label : '').padEnd(labelWidth)}${line}`);

const howJudged = ({ isPassive, depth }: ListedRule): string => {
  if (isPassive) return 'on every exchange of a run, with no request of its own: run it together with other rules';
  return depth === 'full' ? 'at full depth only: it takes minutes on a real target' : 'at quick and at full depth';
};

/** One rule in plain words, for a terminal. */
export const explainRule = (rule: ListedRule): string[] => {
  const { id, text, source, level, section, sectionTitle, needs, statements, isPassive, depth } = rule;
  const alone = isPassive ? 'selo run' : `selo run --rule ${id}${depth === 'full' ? ' --depth full' : ''}`;
  return [
    `${id}  ${text}`,
    ...fact('section', `${sectionTitle} (${section})`),
    ...fact('source', source),
    ...fact('level', levels[level]),
    ...fact('statements', statements.join(', ')),
    ...fact('needs', ...(needs.length > 0 ? needs : ['nothing beyond the credentials'])),
    ...fact('judged', howJudged(rule)),
    ...fact('run it', alone, `${alone} --profile selo.config.ts`),
  ];
};

/** The catalogue by section, a line a rule, for a terminal. */
export const listRules = (rules: readonly ListedRule[]): string[] =>
  [...Map.groupBy(rules, ({ section }) => section)].flatMap(([section, own]) => [
    `${own[0]?.sectionTitle} (${section})`,
    ...own.map(
      ({ id, level, text, statements }) =>
        `${indent}${id.padEnd(labelWidth)}${level.padEnd(8)}${text}  [${statements.join(' ')}]`,
    ),
  ]);
