import { curl, requestWords, shellVariable, shellWord } from './curl.ts';
import { inOrderOfSending, repeatCommand } from './describe-search.ts';
import { inSentences } from './fault-story.ts';
import { type FreshStep, freshSteps, receiverVariable, runVariable } from './fresh-steps.ts';
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

const sendFunction = [
  '# Sends a request, shows the answer, and keeps its body.',
  `send() { local answer; answer=$(${curl} "$@"); printf '%s\\n' "$answer"; body=\${answer#*$'\\r\\n\\r\\n'}; }`,
];

const keepFunction = [
  '# Keeps a value of the last answer in a variable.',
  `keep() { local value; value=$(printf '%s' "$body" | jq -er "$2" 2>/dev/null) && printf -v "$1" '%s' "$value"; }`,
];

const digitsAtRandom = (digits: number): string => `$(for _ in {1..${digits}}; do printf %d $((RANDOM % 10)); done)`;

/** A read whose answer is needed later is sent until it has what is needed: the target may show it late. */
const sendingOf = ({ exchange, keeps }: FreshStep, options: Parameters<typeof requestWords>[1]): string[] => {
  const send = `send ${requestWords(exchange, options)}`;
  const kept = keeps.map(({ name, filter }) => `keep ${name} ${shellWord(filter, [])}`);
  if (kept.length === 0) return [send];
  if (exchange.request.method !== 'GET') return [send, ...kept];
  return ['for _ in 1 2 3 4 5 6 7 8 9 10; do', `  ${send}`, `  ${kept.join(' && ')} && break`, '  sleep 1', 'done'];
};

/** Whether a read was sent again after it was answered, with nothing demanded of its first answer. */
const isRepeated = (one: ReportedExchange, other: ReportedExchange | undefined): boolean =>
  one.request.method === 'GET' &&
  other?.request.method === 'GET' &&
  one.request.path === other.request.path &&
  endOf(one) < Date.parse(other.sentAt) + clockStepMs &&
  one.assertions.length === 0 &&
  JSON.stringify(one.request.headers) === JSON.stringify(other.request.headers);

/** A script for bash that makes records of its own and sends what showed a fault again, with what came the first time. */
export const requestsScript = (result: Result, verdict: ReportedVerdict): string => {
  const { target, run } = result;
  const { rule, text, search, exchanges, deliveries } = verdict;
  // of a read that was repeated until it showed something the last one stays
  const sent = inOrderOfSending(exchanges).filter((exchange, index, all) => !isRepeated(exchange, all[index + 1]));
  const { steps, phones, registers } = freshSteps(result, sent);
  const bearers = Object.values(result.setUp?.mailboxes ?? {}).map(({ bearerToken }) =>
    bearerToken.replace(/[«»]/g, ''),
  );
  const drawn = variablesIn(sent, bearers);
  const variables = variablesIn(sent, target.secrets).filter((name) => !drawn.includes(name));
  const made = [
    runVariable,
    receiverVariable,
    ...phones.map(({ name }) => name),
    ...steps.flatMap(({ keeps }) => keeps.map(({ name }) => name)),
  ];
  const options = { baseUrl: target.baseUrl, secrets: [...target.secrets, ...made] };
  const keepsAny = steps.some(({ keeps }) => keeps.length > 0);
  const requests = steps.flatMap((step, index) => {
    const { exchange } = step;
    const before = underWay(sent, index);
    const together = before === undefined ? '' : `, sent while request ${before} was under way`;
    return [
      '',
      comment(`${index + 1}. ${cameOf(exchange)}${together}`),
      ...demandsOn(exchange).map(comment),
      `echo $'\\n${index + 1}.'`,
      ...sendingOf(step, options),
    ];
  });
  const notifications = deliveries.flatMap((seen) => [
    '',
    comment(`Notifications of order ${seen.order}:`),
    ...timelineOf(seen, target.timeScale).map((line) => comment(`  ${line.trim()}`)),
    ...demandsOn(seen).map(comment),
  ]);
  const sentences = inSentences(verdict);
  return [
    '#!/usr/bin/env bash',
    comment(`${rule}  ${text}`),
    ...(search?.counterexample ? [comment(`Drawn: ${search.counterexample.drawn}`)] : []),
    ...(sentences ? [comment(`Expected: ${sentences.expected}`), comment(`Got: ${sentences.got}`)] : []),
    comment(
      `Sends what run ${run.id} sent to ${target.name}, on new records. They stay: their names begin with "selo-".`,
    ),
    comment('Selo does the same, and removes them:'),
    comment(`  ${repeatCommand(result, verdict)}`),
    ...(variables.length === 0 ? [] : [comment(`Needs in the environment: ${variables.join(', ')}`)]),
    'set -u',
    `${runVariable}=$(printf '%04x%04x' $RANDOM $RANDOM)`,
    ...phones.map(({ name, digits }) => `${name}=${digitsAtRandom(digits)}`),
    ...(registers ? [`: "\${${receiverVariable}:?set it to the URL of a receiver of yours}"`] : []),
    ...drawn.map((name) => `${name}=\${${name}:-$${runVariable}}`),
    ...(keepsAny ? [`command -v jq >/dev/null || { echo 'This script needs jq.' >&2; exit 1; }`] : []),
    ...sendFunction,
    ...(keepsAny ? keepFunction : []),
    ...requests,
    ...notifications,
    '',
  ].join('\n');
};
