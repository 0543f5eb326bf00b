import type { StoredExchange } from '../../core/exchange.ts';
import { valueAt } from '../../core/json.ts';
import { type Verdict, violationOf } from '../../core/verdict.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { isOfList, subjectOf } from './fault-story.ts';
import { areOfOneKind, causingExchange, lastSteps, showingExchange } from './leading-exchanges.ts';
import { routeInWords } from './request-in-words.ts';

/** `wrong` if another answer has the wrong value as well, `right` if another read does not. */
const shownElsewhere = (verdict: Verdict): 'wrong' | 'right' | undefined => {
  const violation = violationOf(verdict);
  const showing = showingExchange(verdict);
  const cause = causingExchange(verdict);
  if (!violation?.pointer.startsWith('/') || !showing || !cause) return undefined;
  const { steps } = lastSteps(verdict);
  const valuesOf = (answers: readonly StoredExchange[]): string[] =>
    answers
      .flatMap((step) =>
        'text' in step && areOfOneKind(step, showing) ? [valueAt(parsedJson(step.text), violation.pointer)] : [],
      )
      .filter((value) => value !== undefined)
      .map((value) => JSON.stringify(value));
  const [written, ...reads] = steps.slice(steps.indexOf(cause));
  if (valuesOf(written ? [written, ...reads] : []).includes(violation.actual)) return 'wrong';
  const byOthers = reads.filter((read) => routeInWords(read) !== routeInWords(showing));
  return valuesOf(byOthers).length > 0 ? 'right' : undefined;
};

/** The routes that may be at fault, the likelier first. */
export const suspectsOf = (verdict: Verdict): string => {
  const showing = showingExchange(verdict);
  const cause = causingExchange(verdict);
  if (!showing) {
    const subject = subjectOf(verdict);
    return cause && violationOf(verdict)?.about !== undefined
      ? `${subject} that follow ${routeInWords(cause)}`
      : subject;
  }
  const shown = routeInWords(showing);
  if (!cause || routeInWords(cause) === shown) return shown;
  // the list itself decides what it contains
  if (isOfList(violationOf(verdict)?.pointer)) return `${shown}, or else ${routeInWords(cause)}`;
  const elsewhere = shownElsewhere(verdict);
  if (elsewhere === 'wrong') return `${routeInWords(cause)}: another answer shows the same value`;
  if (elsewhere === 'right') return `${shown}: another read shows another value`;
  return `${routeInWords(cause)}, or else how ${shown} shows what it did`;
};
