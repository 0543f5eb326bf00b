import { parsedJson } from '../fixtures/parsed-json.ts';
import { documented } from '../suites/documented.ts';
import type { StatementId } from '../suites/rule.ts';
import { inOrderOfSending } from './describe-search.ts';
import { listedRules } from './listed-rules.ts';
import { excerpt } from './printable.ts';
import type { ReportedExchange, ReportedVerdict } from './result.ts';
import { routeOf } from './route-of.ts';

const longestValue = 500;
/** Of the steps that led to a fault. */
const mostSteps = 6;

const statementsOfRules: ReadonlyMap<string, readonly StatementId[]> = new Map(
  listedRules.map(({ id, standsFor, statements }) => [id, standsFor ? statements.slice(0, 1) : statements]),
);

/** What the document demands, each statement with its number. */
export const demandsOfDocument = ({ rule }: Pick<ReportedVerdict, 'rule'>): string[] =>
  (statementsOfRules.get(rule) ?? []).map((id) => `${id}  ${documented[id]?.sentence}`);

/** The exchange that shows a fault; undefined where notifications show it. */
export const showingExchange = ({ violation, exchanges }: ReportedVerdict): ReportedExchange | undefined =>
  exchanges.find(({ number }) => number === violation?.exchange);

const mentions = (key: string, exchange: ReportedExchange): boolean =>
  exchange.request.path.includes(key) ||
  exchange.request.body?.includes(key) === true ||
  ('text' in exchange && exchange.text.includes(key));

/** Whether a request or its answer names the order, or the coupon, of a notification. */
const names = (order: string, exchange: ReportedExchange): boolean => mentions(order.replace(/^coupon /, ''), exchange);

/** The writes that led to a fault, in the order of sending: the last of them is the one to look at first. */
const leadingExchanges = (verdict: ReportedVerdict): ReportedExchange[] => {
  const sent = inOrderOfSending(verdict.exchanges);
  const showing = showingExchange(verdict);
  const { order } = verdict.violation ?? {};
  const end = showing
    ? sent.indexOf(showing)
    : sent.findLastIndex((exchange) => order !== undefined && names(order, exchange)) + 1;
  const writes = sent.slice(0, end).filter(({ request }) => !['GET', 'HEAD'].includes(request.method));
  // a rule about several routes goes on to write other records before it reads this one
  const key = showing?.request.path.split('?')[0]?.split('/').at(-1) ?? '';
  const last = key === '' ? -1 : writes.findLastIndex((write) => mentions(key, write));
  return last === -1 ? writes : writes.slice(0, last + 1);
};

/** The last steps of those that led to a fault, and how many came before them. */
export const lastSteps = (verdict: ReportedVerdict): { steps: ReportedExchange[]; earlier: number } => {
  const leading = leadingExchanges(verdict);
  return { steps: leading.slice(-mostSteps), earlier: Math.max(leading.length - mostSteps, 0) };
};

/** What a request is called in a sentence. */
export const routeInWords = ({ request }: ReportedExchange): string => `\`${excerpt(routeOf(request), longestValue)}\``;

/** The route, or the notifications, that a fault is about. */
export const subjectOf = (verdict: ReportedVerdict): string => {
  const showing = showingExchange(verdict);
  if (showing) return routeInWords(showing);
  return verdict.violation?.order === undefined ? 'the platform' : 'the notifications';
};

/** A JSON pointer as a developer writes it: `data[0].id`. */
const fieldOf = (pointer: string): string =>
  excerpt(
    pointer
      .slice(1)
      .split('/')
      .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`))
      .join(''),
    longestValue,
  );

/** A text that was shown as JSON, as it was. */
const withoutQuotes = (shown: string): string => {
  if (!shown.startsWith('"')) return shown;
  const text = parsedJson(shown);
  return typeof text === 'string' ? text : shown;
};

const statusesOnly = /^\d{3}(?: or \d{3})*$/;

/** What was expected and what was there, each as a sentence that stands alone. */
export const inSentences = (verdict: ReportedVerdict): { expected: string; got: string } | undefined => {
  const { violation } = verdict;
  if (!violation) return undefined;
  const subject = subjectOf(verdict);
  const expected = excerpt(violation.expected, longestValue);
  const actual = excerpt(violation.actual, longestValue);
  const { pointer } = violation;
  const aspect = excerpt(pointer, longestValue);
  if (!showingExchange(verdict)) {
    return { expected: `of the notifications of one order, ${aspect}: ${expected}`, got: `${aspect}: ${actual}` };
  }
  if (pointer === 'status') {
    if (statusesOnly.test(expected)) return { expected: `${subject} answers ${expected}`, got: `it answers ${actual}` };
    const does = /^(?:nothing|no )/.test(expected) ? 'finds' : 'is';
    const says = /^(?:an?|the) /.test(expected) ? 'answers with' : does;
    return { expected: `${subject} ${says} ${expected}`, got: `it answers ${actual}` };
  }
  if (pointer === 'body' || pointer === '') {
    return {
      expected: `${subject} answers with: ${expected}`,
      got: excerpt(withoutQuotes(violation.actual), longestValue),
    };
  }
  if (pointer.startsWith('header ')) {
    const name = excerpt(pointer.slice('header '.length), longestValue);
    return { expected: `${subject} answers with the header \`${name}\`: ${expected}`, got: `\`${name}\` is ${actual}` };
  }
  if (pointer.startsWith('/')) {
    const field = fieldOf(pointer);
    return {
      expected: `${subject} answers with \`${field}\`: ${expected}`,
      got: actual === 'nothing' ? `there is no \`${field}\`` : `\`${field}\` is ${actual}`,
    };
  }
  return { expected: `${subject}: ${aspect}: ${expected}`, got: actual };
};
