import { createHash } from 'node:crypto';
import { type Label, LabelName, type Parameter, Severity } from 'allure-js-commons';
import type { RuntimeMessage } from 'allure-js-commons/sdk';
import type { Result } from '../../../core/result.ts';
import { causeOf, stabilityOf, type Verdict } from '../../../core/verdict.ts';
import { termsOf, waiverOf } from '../../conclude.ts';
import { adviceInWords, findingOf } from '../../failures/describe-fault.ts';
import { repeatCommand } from '../../failures/repeat/commands.ts';
import { casesInWords } from '../../failures/verdict-in-words.ts';
import { code, codeBlock, words } from '../../kit/markdown-text.ts';
import { excerpt } from '../../kit/printable.ts';
import { sectionTitleOf } from '../../listed-rules.ts';
import { stepsOf } from './verdict-steps.ts';

const maxValueLength = 500;

const isThere = <Value>(value: Value | undefined): value is Value => value !== undefined;

/** Labels, by which Allure groups, filters and searches. */
const labelsOf = (result: Result, verdict: Verdict): Label[] => {
  const { rule, section, level, outcome } = verdict;
  const [cause, stability] = [causeOf(verdict), stabilityOf(verdict)];
  const tags = [
    ...[level, rule, cause],
    outcome === 'warn' ? 'warning' : undefined,
    stability?.kind === 'intermittent' ? stability.kind : undefined,
    waiverOf(result, verdict) ? 'waived' : undefined,
  ];
  return [
    { name: LabelName.FEATURE, value: sectionTitleOf(section) },
    { name: 'section', value: section },
    { name: 'level', value: level },
    { name: 'rule', value: rule },
    { name: 'outcome', value: outcome },
    ...(cause === undefined ? [] : [{ name: 'cause', value: cause }]),
    ...(stability === undefined ? [] : [{ name: 'stability', value: stability.kind }]),
    { name: LabelName.SEVERITY, value: level === 'must' ? Severity.CRITICAL : Severity.MINOR },
    ...tags.filter(isThere).map((value) => ({ name: LabelName.TAG, value })),
  ].map(({ name, value }) => ({ name, value: excerpt(value, maxValueLength) }));
};

/** Parameters. Only the target is part of a test's identity; the others are excluded from its history. */
const parametersOf = ({ target, run }: Result, verdict: Verdict): Parameter[] => {
  const { source, search } = verdict;
  const stability = stabilityOf(verdict);
  const details = [
    { name: 'source', value: source },
    ...(stability ? [{ name: 'failed', value: `${stability.failed} of ${stability.of} tries` }] : []),
    ...(search ? [{ name: 'seed', value: String(search.seed) }] : []),
    ...(search?.counterexample ? [{ name: 'drawn', value: search.counterexample.drawn }] : []),
    { name: 'run', value: run.id },
  ];
  return [{ name: 'target', value: target.name }, ...details.map((each) => ({ ...each, excluded: true }))].map(
    (parameter) => ({ ...parameter, value: excerpt(parameter.value, maxValueLength) }),
  );
};

const maxTextLength = 2_000;

const said = (text: string): string => words(excerpt(text, maxTextLength));

const levels: Record<Verdict['level'], string> = {
  must: 'must: a target that differs fails',
  should: 'should: a target that differs gets a warning',
};

/** The rule and its outcome as Markdown. A live run can report the reason of a skip or a waiver only here. */
const descriptionOf = (result: Result, verdict: Verdict): string => {
  const { text, source, level, outcome, search } = verdict;
  const waiver = waiverOf(result, verdict);
  return [
    said(text),
    `${said(source)} — ${levels[level]}`,
    ...(outcome === 'pass' ? [] : [`**${outcome}** — ${code(findingOf(verdict))}`]),
    ...(waiver ? [`**waived** ${said(termsOf(waiver))}: ${said(waiver.reason)}`] : []),
    ...(outcome === 'pass' ? [] : [`**to do** — ${said(adviceInWords(verdict))}`]),
    ...(search ? [`Tried on ${said(casesInWords(search))}.`] : []),
    ...(search?.counterexample ? [codeBlock('sh', [`# the smallest case again`, repeatCommand(result, verdict)])] : []),
  ].join('\n\n');
};

const hashOf = (text: string): string => createHash('md5').update(text).digest('hex');

/**
 * Everything that Allure receives about a verdict, as messages of its library. The test case is the rule; its history
 * is that of the rule at the target of this name.
 */
export const messagesOf = (result: Result, verdict: Verdict): RuntimeMessage[] => {
  const testCaseId = hashOf(`selo ${verdict.rule}`);
  return [
    {
      type: 'metadata',
      data: {
        testCaseId,
        historyId: hashOf(`${testCaseId} ${result.target.name}`),
        labels: labelsOf(result, verdict),
        parameters: parametersOf(result, verdict),
        description: descriptionOf(result, verdict),
      },
    },
    ...stepsOf(result, verdict),
  ];
};
