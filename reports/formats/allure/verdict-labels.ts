import { type Label, LabelName, type Parameter, Severity } from 'allure-js-commons';
import type { Result } from '../../../core/result.ts';
import { causeOf, stabilityOf, type Verdict } from '../../../core/verdict.ts';
import { waiverOf } from '../../judge-waivers.ts';
import { excerpt } from '../../kit/printable.ts';
import { sectionTitles } from '../../listed-rules.ts';

const longestValue = 500;

const isThere = <Value>(value: Value | undefined): value is Value => value !== undefined;

/** Labels of a verdict: Allure groups, filters and searches by them. `feature` is the title of the section. */
export const labelsOf = (result: Result, verdict: Verdict): Label[] => {
  const { rule, section, level, outcome } = verdict;
  const [cause, stability] = [causeOf(verdict), stabilityOf(verdict)];
  const tags = [
    ...[level, rule, cause],
    outcome === 'warn' ? 'warning' : undefined,
    stability?.kind === 'intermittent' ? stability.kind : undefined,
    waiverOf(result, verdict) ? 'waived' : undefined,
  ];
  return [
    { name: LabelName.FEATURE, value: sectionTitles.get(section) ?? section },
    { name: 'section', value: section },
    { name: 'level', value: level },
    { name: 'rule', value: rule },
    { name: 'outcome', value: outcome },
    ...(cause === undefined ? [] : [{ name: 'cause', value: cause }]),
    ...(stability === undefined ? [] : [{ name: 'stability', value: stability.kind }]),
    { name: LabelName.SEVERITY, value: level === 'must' ? Severity.CRITICAL : Severity.MINOR },
    ...tags.filter(isThere).map((value) => ({ name: LabelName.TAG, value })),
  ].map(({ name, value }) => ({ name, value: excerpt(value, longestValue) }));
};

/** Parameters of a verdict. The target alone distinguishes one history from another: Allure 3 takes the others out of it. */
export const parametersOf = ({ target, run }: Result, verdict: Verdict): Parameter[] => {
  const { source, search } = verdict;
  const stability = stabilityOf(verdict);
  const beside = [
    { name: 'source', value: source },
    ...(stability ? [{ name: 'failed', value: `${stability.failed} of ${stability.of} tries` }] : []),
    ...(search ? [{ name: 'seed', value: String(search.seed) }] : []),
    ...(search?.counterexample ? [{ name: 'drawn', value: search.counterexample.drawn }] : []),
    { name: 'run', value: run.id },
  ];
  return [{ name: 'target', value: target.name }, ...beside.map((each) => ({ ...each, excluded: true }))].map(
    (parameter) => ({ ...parameter, value: excerpt(parameter.value, longestValue) }),
  );
};
