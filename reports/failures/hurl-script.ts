import type { StoredExchange } from '../../core/exchange.ts';
import type { Result } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { unprintableClass } from '../kit/printable.ts';
import { shellVariable } from './curl.ts';
import { repeatCommand } from './describe-search.ts';
import { inSentences } from './fault-story.ts';
import { type FreshStep, receiverVariable, runVariable } from './fresh-steps.ts';
import { assertionsOn, cameOf, comment, sentTogether, stepsToRepeat } from './steps-to-repeat.ts';

/** What means something to Hurl within a text, and what a terminal would act on. */
const special = new RegExp(`[${unprintableClass}\\\\#\`{}\\n\\r\\t]`, 'gu');

const escaped = (text: string): string =>
  text.replace(special, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** A text of Hurl. `«name»` becomes a variable only for the names given, as in scripts for a shell. */
const hurlText = (text: string, names: readonly string[]): string =>
  text
    .split(/(«[^«»]*»)/)
    .map((piece) => {
      const name = piece.startsWith('«') ? piece.slice(1, -1) : undefined;
      return name !== undefined && names.includes(name) ? `{{${shellVariable(name)}}}` : escaped(piece);
    })
    .join('');

/** A filter of `jq` as a path of JSONPath. */
const jsonPath = (filter: string): string => `$${filter === '.' ? '' : filter.replace(/^\.\[/, '[')}`;

const plainStatus = /^\d{3}$/;

/** The status that the document wants of an answer, where the rule looked at it; else any. */
const wantedStatus = ({ assertions }: StoredExchange): string => {
  const wanted = assertions.filter(({ pointer }) => pointer === 'status').map(({ expected }) => expected);
  return wanted.find((expected) => plainStatus.test(expected)) ?? '*';
};

const captures = ({ exchange, keeps }: FreshStep): { options: string[]; lines: string[] } => ({
  // the target may show a record late
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

/**
 * A file for Hurl that sends what showed a fault again, on new records. It fails where an answer has another status than the
 * document wants; the comments say what else was looked at.
 */
export const hurlScript = (result: Result, verdict: Verdict): string => {
  const { target, run } = result;
  const { rule, text } = verdict;
  const { sent, steps, phones, registers, drawn, variables, made } = stepsToRepeat(result, verdict);
  const names = [...target.secrets, ...drawn, ...made];
  const sentences = inSentences(verdict);
  const given = [
    `--variable ${runVariable}=$(date +%s)`,
    ...phones.map(
      ({ name, digits }) => `--variable ${name}=$(shuf -n 1 -i 1${'0'.repeat(digits - 1)}-${'9'.repeat(digits)})`,
    ),
    ...(registers ? [`--variable ${receiverVariable}=https://…`] : []),
    ...drawn.map((name) => `--variable ${name}=$(date +%s)`),
    ...variables.map((name) => `--secret ${name}="$${name}"`),
  ];
  const givenInPowerShell = [
    `--variable ${runVariable}=$(Get-Random)`,
    ...phones.map(
      ({ name, digits }) =>
        `--variable ${name}=$(Get-Random -Min 1${'0'.repeat(digits - 1)} -Max ${'9'.repeat(digits)})`,
    ),
    ...(registers ? [`--variable ${receiverVariable}=https://…`] : []),
    ...drawn.map((name) => `--variable ${name}=$(Get-Random)`),
    ...variables.map((name) => `--secret "${name}=$env:${name}"`),
  ];
  return [
    comment(`${rule}  ${text}`),
    ...(sentences ? [comment(`Expected: ${sentences.expected}`), comment(`Got: ${sentences.got}`)] : []),
    comment(
      `Sends what run ${run.id} sent to ${target.name}, on new records. They stay: their names begin with "selo-".`,
    ),
    comment(`Needs Hurl 6 or newer: hurl --path-as-is ${given.join(' ')} ${rule}.hurl`),
    comment(`In PowerShell: hurl --path-as-is ${givenInPowerShell.join(' ')} ${rule}.hurl`),
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
