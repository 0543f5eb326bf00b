import type { Result } from '../../../core/result.ts';
import type { Verdict } from '../../../core/verdict.ts';
import { adviceOn, describeAdvice } from '../../failures/advice.ts';
import { casesInWords, repeatCommand } from '../../failures/describe-search.ts';
import { findingOf } from '../../failures/finding.ts';
import { termsOf, waiverOf } from '../../judge-waivers.ts';
import { code, codeBlock, words } from '../../kit/markdown-text.ts';
import { excerpt } from '../../kit/printable.ts';

const longestText = 2_000;

const said = (text: string): string => words(excerpt(text, longestText));

const levels: Record<Verdict['level'], string> = {
  must: 'must: a target that differs fails',
  should: 'should: a target that differs gets a warning',
};

/**
 * What a rule requires and what became of it, as Markdown. It says the outcome in full, because a live run can hand Allure
 * neither the reason of a skip nor the words of a waiver in another way.
 */
export const descriptionOf = (result: Result, verdict: Verdict): string => {
  const { text, source, level, outcome, search } = verdict;
  const waiver = waiverOf(result, verdict);
  return [
    said(text),
    `${said(source)} — ${levels[level]}`,
    ...(outcome === 'pass' ? [] : [`**${outcome}** — ${code(findingOf(verdict))}`]),
    ...(waiver ? [`**waived** ${said(termsOf(waiver))}: ${said(waiver.reason)}`] : []),
    ...(outcome === 'pass' ? [] : [`**to do** — ${said(describeAdvice(adviceOn(verdict)))}`]),
    ...(search ? [`Tried on ${said(casesInWords(search))}.`] : []),
    ...(search?.counterexample ? [codeBlock('sh', [`# the smallest case again`, repeatCommand(result, verdict)])] : []),
  ].join('\n\n');
};
