import { isDeepStrictEqual } from 'node:util';
import { counted } from '../../core/counted.ts';
import type { StoredExchange } from '../../core/exchange.ts';
import { valueAt } from '../../core/json.ts';
import { type Verdict, violationOf } from '../../core/verdict.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { excerpt } from '../kit/printable.ts';
import { refusalMessage } from '../kit/refusal-message.ts';
import { aspectOf, fieldOf, isOfList, requestInWords, routeInWords } from './evidence-in-words.ts';
import { areOfOneKind, causingExchange, lastSteps, recordIn, showingExchange } from './leading-exchanges.ts';

const maxValueLength = 80;
const maxFields = 6;
const maxAlike = 6;

const shortly = (value: unknown): string => excerpt(JSON.stringify(value) ?? 'nothing', maxValueLength);

/** The answer to a step: the value of the field in question, or why the request was refused. */
const outcomeInWords = (exchange: StoredExchange, pointer: string): string => {
  if (!('status' in exchange)) return exchange.lost;
  const { status, text } = exchange;
  if (status >= 400) {
    const message = refusalMessage(status, text);
    return message === undefined ? `${status}` : `${status} ${shortly(message)}`;
  }
  const value = isOfList(pointer) || !pointer.startsWith('/') ? undefined : valueAt(parsedJson(text), pointer);
  return value === undefined ? `${status}` : `${status}, \`${fieldOf(pointer)}\` is ${shortly(value)}`;
};

const creates = ({ request }: StoredExchange): boolean => request.method === 'POST';

/** The steps that led to a fault, one line each, after the number of other writes. */
export const stepsInWords = (verdict: Verdict): string[] => {
  const { steps, others } = lastSteps(verdict);
  const showing = showingExchange(verdict);
  const among = showing ? [...steps, showing] : steps;
  const lines = steps.map((step, index) => {
    const earlier = steps.slice(0, index);
    const before =
      earlier.findLast(({ request }) => request.method === step.request.method && request.path === step.request.path) ??
      (step.request.method === 'PUT' ? earlier.findLast((one) => creates(one) && areOfOneKind(one, step)) : undefined);
    // the field of another kind of record is not comparable
    const pointer = showing && areOfOneKind(step, showing) ? violationOf(verdict)?.pointer : undefined;
    return `${requestInWords(verdict, step, { before, among })} → ${outcomeInWords(step, pointer ?? '')}`;
  });
  return [
    ...(others > 0 ? [counted(others, 'other write')] : []),
    // a read is repeated until the change is visible
    ...lines.filter((line, index) => line !== lines[index - 1]),
  ];
};

/** How the record that shows a fault differs from its state before the causing write. */
export const changesInWords = (verdict: Verdict): string[] => {
  const showing = showingExchange(verdict);
  const pointer = violationOf(verdict)?.pointer;
  const now = showing && (pointer === 'body' || pointer === '') ? recordIn(showing) : undefined;
  const cause = causingExchange(verdict);
  if (!cause || now?.id === undefined) return [];
  const before = verdict.exchanges
    .filter(({ number }) => number < cause.number)
    .map(recordIn)
    .filter((record) => record !== undefined)
    .findLast((record) => record.id === now.id && Object.keys(record).length > 2);
  if (!before) return [];
  return Object.entries(now)
    .filter(([name, value]) => Object.hasOwn(before, name) && JSON.stringify(before[name]) !== JSON.stringify(value))
    .slice(0, maxFields)
    .map(([name, value]) => `\`${excerpt(name, maxValueLength)}\`: ${shortly(before[name])} → ${shortly(value)}`);
};

/** Other attempts of the delivery that passed the same assertion. */
const passedAttempts = (verdict: Verdict): string[] => {
  const violation = violationOf(verdict);
  const withoutPlace = (pointer: string): string => pointer.replace(/^\/\d+(?=\/)/, '');
  const held = verdict.deliveries
    .filter(({ about }) => isDeepStrictEqual(about, violation?.about))
    .flatMap(({ assertions }) => assertions)
    .filter(
      ({ pointer, held: isHeld }) =>
        isHeld && pointer !== violation?.pointer && withoutPlace(pointer) === withoutPlace(violation?.pointer ?? ''),
    );
  return [...new Set(held.map(({ pointer }) => aspectOf(pointer)))].slice(0, maxAlike);
};

/** Other requests of the rule that passed the same assertion. They show how far the fault reaches. */
const passedRequests = (verdict: Verdict, showing: StoredExchange): string[] => {
  const failed = showing.assertions.find(({ held }) => !held);
  if (!failed) return [];
  const isAlike = (exchange: StoredExchange): boolean =>
    // accepted setup requests say nothing
    (failed.pointer !== 'status' || !failed.expected.startsWith('2') || exchange.request.method === 'GET') &&
    exchange.assertions.some(
      ({ pointer, expected, held }) => held && pointer === failed.pointer && expected === failed.expected,
    );
  const own = requestInWords(verdict, showing);
  const routesByWords = new Map<string, string>();
  const others = new Set<string>();
  for (const exchange of verdict.exchanges.filter(isAlike)) {
    const route = routeInWords(exchange);
    // describing thousands of requests takes long
    if (routesByWords.size === maxAlike) others.add(route);
    else routesByWords.set(requestInWords(verdict, exchange), route);
    routesByWords.delete(own);
  }
  for (const route of routesByWords.values()) others.delete(route);
  return [...routesByWords.keys(), ...(others.size > 0 ? [`and ${counted(others.size, 'other route')}`] : [])];
};

/** What else passed the assertion that failed. */
export const passedInWords = (verdict: Verdict): string[] => {
  const showing = showingExchange(verdict);
  return showing ? passedRequests(verdict, showing) : passedAttempts(verdict);
};
