import { describeSubject } from '../../../core/deliveries.ts';
import type { Result } from '../../../core/result.ts';
import type { Verdict } from '../../../core/verdict.ts';
import { timelineOf } from '../evidence-in-words.ts';
import { curl, repeatCommand, requestWords, shellWord } from './commands.ts';
import {
  assertionsOn,
  cameOf,
  comment,
  type FreshStep,
  headingOf,
  receiverVariable,
  runVariable,
  sentTogether,
  stepsToRepeat,
} from './steps-to-repeat.ts';

const sendFunction = [
  '# Sends a request, shows the answer, and keeps its body.',
  `send() { local answer; answer=$(${curl} "$@"); printf '%s\\n' "$answer"; body=\${answer#*$'\\r\\n\\r\\n'}; }`,
];

const keepFunction = [
  '# Keeps a value of the last answer in a variable.',
  `keep() { local value; value=$(printf '%s' "$body" | jq -er "$2" 2>/dev/null) && printf -v "$1" '%s' "$value"; }`,
];

const digitsAtRandom = (digits: number): string => `$(for _ in {1..${digits}}; do printf %d $((RANDOM % 10)); done)`;

/** A read whose answer is needed later is repeated, because the target may show the value late. */
const sendingOf = ({ exchange, keeps }: FreshStep, options: Parameters<typeof requestWords>[1]): string[] => {
  const send = `send ${requestWords(exchange, options)}`;
  const kept = keeps.map(({ name, filter }) => `keep ${name} ${shellWord(filter, [])}`);
  if (kept.length === 0) return [send];
  if (exchange.request.method !== 'GET') return [send, ...kept];
  return ['for _ in 1 2 3 4 5 6 7 8 9 10; do', `  ${send}`, `  ${kept.join(' && ')} && break`, '  sleep 1', 'done'];
};

/** A bash script that reproduces a fault on new records, with the original answers as comments. */
export const requestsScript = (result: Result, verdict: Verdict): string => {
  const { target } = result;
  const { sent, steps, phones, registers, drawn, variables, made } = stepsToRepeat(result, verdict);
  const options = { baseUrl: target.baseUrl, secrets: [...target.secrets, ...made] };
  const keepsAny = steps.some(({ keeps }) => keeps.length > 0);
  const requests = steps.flatMap((step, index) => {
    const { exchange } = step;
    return [
      '',
      comment(`${index + 1}. ${cameOf(exchange)}${sentTogether(sent, index)}`),
      ...assertionsOn(exchange).map(comment),
      `echo $'\\n${index + 1}.'`,
      ...sendingOf(step, options),
    ];
  });
  const notifications = verdict.deliveries.flatMap((seen) => [
    '',
    comment(`Notifications of ${describeSubject(seen.about)}:`),
    ...timelineOf(seen, target.timeScale).map((line) => comment(`  ${line.trim()}`)),
    ...assertionsOn(seen).map(comment),
  ]);
  return [
    '#!/usr/bin/env bash',
    ...headingOf(result, verdict),
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
