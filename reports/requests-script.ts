import { curlOf, shellVariable } from './curl.ts';
import { inOrderOfSending, repeatCommand } from './describe-search.ts';
import { excerpt, printable } from './printable.ts';
import type { ReportedExchange, ReportedVerdict, Result } from './result.ts';
import { timelineOf } from './timeline.ts';

const longestDemand = 300;

const comment = (text: string): string => `# ${printable(text)}`;

const endOf = ({ sentAt, durationMs }: ReportedExchange): number => Date.parse(sentAt) + durationMs;

/** Times of sending are whole milliseconds: what follows an answer may seem to have been sent up to one before it. */
const clockStepMs = 1;

/** The first of the earlier requests that had no answer yet when this one was sent, counted from 1. */
const underWay = (sent: readonly ReportedExchange[], index: number): number | undefined => {
  const startMs = Date.parse(sent[index]?.sentAt ?? '');
  const found = sent.slice(0, index).findIndex((earlier) => endOf(earlier) >= startMs + clockStepMs);
  return found === -1 ? undefined : found + 1;
};

const cameOf = (exchange: ReportedExchange): string =>
  'status' in exchange ? `came ${exchange.status}` : `no answer (${exchange.lost}: ${exchange.reason})`;

const demandsOn = ({ assertions }: Pick<ReportedExchange, 'assertions'>): string[] =>
  assertions.map(({ pointer, expected, actual, held }) => {
    const demanded = `${pointer || 'the body'}: ${expected}`;
    return excerpt(held ? `  holds: ${demanded}` : `  BROKEN: ${demanded}, but it is ${actual}`, longestDemand);
  });

/** The secrets that the requests carry, as variables of a shell. */
const variablesIn = (sent: readonly ReportedExchange[], secrets: readonly string[]): string[] => {
  const text = JSON.stringify(sent.map(({ request }) => request));
  return secrets.filter((name) => text.includes(`«${name}»`)).map(shellVariable);
};

/** A script for bash that sends every request of the case which broke a law again, with what came of each the first time. */
export const requestsScript = (result: Result, verdict: ReportedVerdict): string => {
  const { target, run } = result;
  const { rule, text, search, exchanges, deliveries } = verdict;
  const sent = inOrderOfSending(exchanges);
  const variables = variablesIn(sent, target.secrets);
  const requests = sent.flatMap((exchange, index) => {
    const before = underWay(sent, index);
    const together = before === undefined ? '' : `, sent while request ${before} was under way`;
    return [
      '',
      comment(`${index + 1}. ${cameOf(exchange)}${together}`),
      ...demandsOn(exchange).map(comment),
      `echo $'\\n${index + 1}.'`,
      curlOf(exchange, target),
    ];
  });
  const notifications = deliveries.flatMap((seen) => [
    '',
    comment(`Notifications of order ${seen.order}:`),
    ...timelineOf(seen, target.timeScale).map((line) => comment(`  ${line.trim()}`)),
    ...demandsOn(seen).map(comment),
  ]);
  return [
    '#!/usr/bin/env bash',
    comment(`${rule}  ${text}`),
    comment(`Drawn: ${search?.counterexample?.drawn ?? ''}`),
    comment(
      `All requests of the case that broke it, as run ${run.id} sent them to ${target.name}: they carry the names`,
    ),
    comment('and ids of that run. This command repeats the case with new ones:'),
    comment(`  ${repeatCommand(result, verdict)}`),
    ...(variables.length === 0 ? [] : [comment(`Needs in the environment: ${variables.join(', ')}`)]),
    'set -u',
    ...requests,
    ...notifications,
    '',
  ].join('\n');
};
