import type { StoredExchange } from '../../../core/exchange.ts';
import type { Result } from '../../../core/result.ts';
import type { Verdict } from '../../../core/verdict.ts';
import { unprintableClass } from '../../kit/printable.ts';
import { repeatCommand, shellVariable, splitAtNames } from './commands.ts';
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

/** Characters with a meaning in Hurl, and what a terminal would interpret. */
const special = new RegExp(`[${unprintableClass}\\\\#\`{}\\n\\r\\t]`, 'gu');

const escaped = (text: string): string =>
  text.replace(special, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

const hurlText = (text: string, names: readonly string[]): string =>
  splitAtNames(text, names)
    .map((piece, index) => (index % 2 === 1 ? `{{${shellVariable(piece)}}}` : escaped(piece)))
    .join('');

/** Converts a filter of `jq` to JSONPath. */
const jsonPath = (filter: string): string => `$${filter === '.' ? '' : filter.replace(/^\.\[/, '[')}`;

const plainStatus = /^\d{3}$/;

/** The required status of an answer if the rule asserted one, otherwise any. */
const wantedStatus = ({ assertions }: StoredExchange): string => {
  const wanted = assertions.filter(({ pointer }) => pointer === 'status').map(({ expected }) => expected);
  return wanted.find((expected) => plainStatus.test(expected)) ?? '*';
};

const captures = ({ exchange, keeps }: FreshStep): { options: string[]; lines: string[] } => ({
  // the target may show a new record late
  options:
    keeps.length > 0 && exchange.request.method === 'GET' ? ['[Options]', 'retry: 10', 'retry-interval: 1000'] : [],
  lines:
    keeps.length === 0
      ? []
      : ['[Captures]', ...keeps.map(({ name, filter }) => `${name}: jsonpath "${jsonPath(filter)}"`)],
});

const entryOf = (step: FreshStep, baseUrl: string, names: readonly string[]): string[] => {
  const { method, path, headers, body } = step.exchange.request;
  const { options, lines } = captures(step);
  return [
    `${method} ${hurlText(baseUrl.replace(/\/+$/, '') + path, names)}`,
    ...Object.entries(headers).map(([name, value]) => `${escaped(name)}: ${hurlText(value, names)}`),
    ...options,
    ...(body === undefined ? [] : [`\`${hurlText(body, names)}\``]),
    `HTTP ${wantedStatus(step.exchange)}`,
    ...lines,
  ];
};

const lowest = (digits: number): string => `1${'0'.repeat(digits - 1)}`;
const highest = (digits: number): string => '9'.repeat(digits);

/**
 * A Hurl file that reproduces a fault on new records. It fails if a status differs from the required one; comments show
 * the other assertions.
 */
export const hurlScript = (result: Result, verdict: Verdict): string => {
  const { target } = result;
  const { sent, steps, phones, registers, drawn, variables, made } = stepsToRepeat(result, verdict);
  const names = [...target.secrets, ...drawn, ...made];
  const argumentsOf = (drawnNumber: string, digitsOf: (count: number) => string, secretOf: (name: string) => string) =>
    [
      `--variable ${runVariable}=${drawnNumber}`,
      ...phones.map(({ name, digits }) => `--variable ${name}=${digitsOf(digits)}`),
      ...(registers ? [`--variable ${receiverVariable}=https://…`] : []),
      ...drawn.map((name) => `--variable ${name}=${drawnNumber}`),
      ...variables.map((name) => `--secret ${secretOf(name)}`),
    ].join(' ');
  const bash = argumentsOf(
    '$(date +%s)',
    (count) => `$(shuf -n 1 -i ${lowest(count)}-${highest(count)})`,
    (name) => `${name}="$${name}"`,
  );
  const powershell = argumentsOf(
    '$(Get-Random)',
    (count) => `$(Get-Random -Min ${lowest(count)} -Max ${highest(count)})`,
    (name) => `"${name}=$env:${name}"`,
  );
  return [
    ...headingOf(result, verdict),
    comment(`Needs Hurl 6 or newer: hurl --path-as-is ${bash} ${verdict.rule}.hurl`),
    comment(`In PowerShell: hurl --path-as-is ${powershell} ${verdict.rule}.hurl`),
    comment(`Selo does the same, and removes them: ${repeatCommand(result, verdict)}`),
    ...steps.flatMap((step, index) => [
      '',
      comment(`${index + 1}. ${cameOf(step.exchange)}${sentTogether(sent, index)}`),
      ...assertionsOn(step.exchange).map(comment),
      ...entryOf(step, target.baseUrl, names),
    ]),
    '',
  ].join('\n');
};
