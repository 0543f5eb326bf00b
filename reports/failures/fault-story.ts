import { describeSubject } from '../../core/deliveries.ts';
import type { StoredExchange } from '../../core/exchange.ts';
import { type FaultVerdict, isFault, stabilityOf, type Verdict, violationOf } from '../../core/verdict.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { documented } from '../../suites/documented.ts';
import { excerpt } from '../kit/printable.ts';
import { refusalMessage } from '../kit/refusal-message.ts';
import { ownStatementsOf } from '../listed-rules.ts';
import { aspectOf, fieldOf, requestInWords, routeInWords } from './evidence-in-words.ts';
import { lastSteps, showingExchange } from './leading-exchanges.ts';

const maxValueLength = 500;

const maxStatements = 3;

/** Higher for a statement that names the field or the route of the fault. */
const closeness = (sentence: string, verdict: Verdict): number => {
  const field = violationOf(verdict)
    ?.pointer.split('/')
    .findLast((part) => part !== '' && !/^\d+$/.test(part));
  const showing = showingExchange(verdict);
  const namesField = field !== undefined && sentence.includes(`\`${field}\``);
  const namesRoute = showing !== undefined && sentence.includes(routeInWords(showing).slice(0, -1));
  return (namesField ? 2 : 0) + (namesRoute ? 1 : 0);
};

/** The statements behind a rule with their ids, those that name the field or the route of the fault first. */
export const statementsOf = (verdict: Verdict): string[] => {
  const stated = ownStatementsOf(verdict.rule).map((id) => ({
    id,
    sentence: documented[id]?.sentence ?? '',
  }));
  const closest = stated.toSorted((a, b) => closeness(b.sentence, verdict) - closeness(a.sentence, verdict));
  const others = closest.slice(maxStatements).map(({ id }) => id);
  return [
    ...closest.slice(0, maxStatements).map(({ id, sentence }) => `${id}  ${sentence}`),
    ...(others.length > 0 ? [`and ${others.toSorted().join(', ')}`] : []),
  ];
};

/** A string without its JSON quotes, even if the JSON was cut off. */
const withoutQuotes = (shown: string): string => {
  if (!shown.startsWith('"')) return shown;
  const text = parsedJson(shown);
  return typeof text === 'string' ? text : shown.slice(1).replaceAll('\\"', '"');
};

const withMessage = (exchange: StoredExchange): string => {
  const message = 'text' in exchange ? refusalMessage(exchange.status, exchange.text) : undefined;
  return message === undefined ? '' : ` with the message ${excerpt(JSON.stringify(message), maxValueLength)}`;
};

/** Puts a reason into parentheses: `6: one after each failure` becomes `6 (one after each failure)`. */
const withReason = (text: string): string =>
  text.replace(/^("(?:[^"\\]|\\.)*"|(?!one of)[^"{}[\]()]+?): (\S.*)$/s, '$1 ($2)');

const statusesOnly = /^\d{3}(?: or \d{3})*$/;

const ofAnswer = (verdict: FaultVerdict, showing: StoredExchange): { expected: string; got: string } => {
  const { violation } = verdict;
  const { pointer } = violation;
  const subject = requestInWords(verdict, showing, { among: [...lastSteps(verdict).steps, showing] });
  const expected = excerpt(withReason(violation.expected), maxValueLength);
  const actual = excerpt(violation.actual, maxValueLength);
  if (pointer === 'status') {
    const got = `it answers ${actual}${withMessage(showing)}`;
    if (statusesOnly.test(expected)) return { expected: `${subject} answers ${expected}`, got };
    const does = /^(?:nothing|no )/.test(expected) ? 'finds' : 'is';
    const says = /^(?:an?|the) /.test(expected) ? 'answers with' : does;
    return { expected: `${subject} ${says} ${expected}`, got };
  }
  if (pointer === 'body' || pointer === '') {
    return {
      expected: `${subject} answers with${/^(?:an?|the|no) /.test(expected) ? '' : ':'} ${expected}`,
      got: excerpt(withoutQuotes(violation.actual), maxValueLength),
    };
  }
  if (pointer.startsWith('header ')) {
    const name = excerpt(pointer.slice('header '.length), maxValueLength);
    return { expected: `${subject} answers with the header \`${name}\`: ${expected}`, got: `\`${name}\` is ${actual}` };
  }
  if (pointer.startsWith('/')) {
    const field = fieldOf(pointer);
    return {
      expected: `${subject} answers with \`${field}\`: ${expected}`,
      got: actual === 'nothing' ? `there is no \`${field}\`` : `\`${field}\` is ${actual}`,
    };
  }
  return { expected: `${subject}: ${excerpt(pointer, maxValueLength)}: ${expected}`, got: actual };
};

/** The expected and the actual behavior, each as a sentence that needs no other. */
export const inSentences = (verdict: Verdict): { expected: string; got: string } | undefined => {
  if (!isFault(verdict)) return undefined;
  const { violation } = verdict;
  const showing = showingExchange(verdict);
  if (showing) return ofAnswer(verdict, showing);
  const aspect = aspectOf(violation.pointer);
  const { about } = violation;
  const whose = about === undefined ? 'one order' : excerpt(describeSubject(about), maxValueLength);
  return {
    expected: `for ${whose}, ${aspect}: ${excerpt(withReason(violation.expected), maxValueLength)}`,
    got: `${aspect}: ${excerpt(withReason(withoutQuotes(violation.actual)), maxValueLength)}`,
  };
};

/** How often a fault was seen, such as `intermittent (1 of 4)`. */
export const stabilityInWords = (verdict: Verdict): string[] => {
  const stability = stabilityOf(verdict);
  return stability ? [`${stability.kind} (${stability.failed} of ${stability.of})`] : [];
};
