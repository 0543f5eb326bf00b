import type { StoredExchange } from '../../core/exchange.ts';
import { valueAt } from '../../core/json.ts';
import { type FaultVerdict, isFault, type Stability, type Verdict, violationOf } from '../../core/verdict.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { isPlainlyStated } from '../listed-rules.ts';
import { isOfList, routeInWords, subjectOf } from './evidence-in-words.ts';
import { areOfOneKind, causingExchange, lastSteps, showingExchange } from './leading-exchanges.ts';

/** Who must act on a verdict, and how. */
export interface Advice {
  who: 'platform' | 'profile' | 'Selo' | 'nobody';
  what: string;
}

const whenOf = ({ kind, failed, of }: Stability): string => {
  if (kind === 'stable') return '';
  if (kind === 'intermittent') return `; it failed in ${failed} of ${of} tries`;
  const triesAreFew = of === 1 ? 'one try is' : `${of} tries are`;
  return `; ${triesAreFew} too few to call it stable: run again with --rerun-failed`;
};

const weightOf = (verdict: Verdict): string => {
  if (verdict.level !== 'should') return '';
  return isPlainlyStated(verdict.rule)
    ? ' (recommended: the document implies this and does not say it outright)'
    : ' (recommended: the document leaves room here)';
};

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
const suspectsOf = (verdict: Verdict): string => {
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

const adviceOnFault = (verdict: FaultVerdict): Advice => {
  const when = verdict.stability ? whenOf(verdict.stability) : '';
  return { who: 'platform', what: `correct ${suspectsOf(verdict)}${when}${weightOf(verdict)}` };
};

/** The keys that the reason names after each capability. */
const additions = (reason: string): string => {
  const keys = reason.split('; ').flatMap((part) => /: (\S*\w[.[]\S.*)$/.exec(part)?.[1] ?? []);
  return keys.length === 0 ? 'add what the reason names to the profile' : `add to the profile: ${keys.join('; ')}`;
};

/** What to do about a verdict that is not a pass. */
export const adviceOn = (verdict: Verdict): Advice => {
  if (isFault(verdict)) return adviceOnFault(verdict);
  if (verdict.outcome === 'pass') return { who: 'nobody', what: 'nothing to do' };
  if (verdict.outcome === 'error') {
    return { who: 'Selo', what: 'this is a fault of the suite and says nothing about the target: report it' };
  }
  switch (verdict.cause) {
    case 'not-offered':
      return { who: 'nobody', what: 'nothing to do, unless the target does have it: then declare it in the profile' };
    case 'not-declared':
      return { who: 'profile', what: `${additions(verdict.reason)}, then run again` };
    case 'profile': {
      const [, key] = /`([^`]+)`/.exec(verdict.reason) ?? [];
      return {
        who: 'profile',
        what: `correct ${key === undefined ? 'what the reason names' : `\`${key}\``} in the profile, then run again`,
      };
    }
    case 'not-observable':
      return { who: 'profile', what: 'make it visible as the reason says, then run again' };
    case 'unavailable':
      return { who: 'nobody', what: 'the target gave no answer to judge: run again later with --rerun-failed' };
    case 'not-reached':
      if (verdict.requests === 0) return { who: 'nobody', what: 'run again' };
      return {
        who: 'platform',
        what: 'setup failed, so the rule was skipped: see why the step before was not accepted',
      };
  }
};

const owners: Record<Advice['who'], string> = {
  platform: 'the platform team',
  profile: "the profile's owner",
  Selo: 'the maintainers of Selo',
  nobody: '',
};

/** Advice in one line: who, then what. */
export const describeAdvice = ({ who, what }: Advice): string => (who === 'nobody' ? what : `${owners[who]}: ${what}`);

/** What to do about a verdict that is not a pass, in one line. */
export const adviceInWords = (verdict: Verdict): string => describeAdvice(adviceOn(verdict));
