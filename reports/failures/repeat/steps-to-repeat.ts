import type { StoredExchange } from '../../../core/exchange.ts';
import type { Result } from '../../../core/result.ts';
import type { Verdict } from '../../../core/verdict.ts';
import { excerpt, printable } from '../../kit/printable.ts';
import { inSentences } from '../fault-story.ts';
import { inOrderOfSending } from '../leading-exchanges.ts';
import { shellVariable } from './curl.ts';
import { clockStepMs, endOf, type FreshSteps, freshSteps, receiverVariable, runVariable } from './fresh-steps.ts';

const maxAssertionLength = 300;

export const comment = (text: string): string => `# ${printable(text)}`;

/** The comments at the start of a script. */
export const headingOf = ({ run, target }: Result, verdict: Verdict): string[] => {
  const sentences = inSentences(verdict);
  const drawn = verdict.search?.counterexample?.drawn;
  return [
    `${verdict.rule}  ${verdict.text}`,
    ...(drawn === undefined ? [] : [`Drawn: ${drawn}`]),
    ...(sentences ? [`Expected: ${sentences.expected}`, `Got: ${sentences.got}`] : []),
    `Sends what run ${run.id} sent to ${target.name}, on new records. They stay: their names begin with "selo-".`,
  ].map(comment);
};

/** The number of the first earlier request that was still unanswered. */
const underWay = (sent: readonly StoredExchange[], index: number): number | undefined => {
  const startMs = Date.parse(sent[index]?.sentAt ?? '');
  const found = sent.slice(0, index).findIndex((earlier) => endOf(earlier) >= startMs + clockStepMs);
  return found === -1 ? undefined : found + 1;
};

export const cameOf = (exchange: StoredExchange): string =>
  'status' in exchange ? `came ${exchange.status}` : `no answer (${exchange.lost}: ${exchange.reason})`;

export const assertionsOn = ({ assertions }: Pick<StoredExchange, 'assertions'>): string[] =>
  assertions.map(({ pointer, expected, actual, held }) => {
    const expectedHere = `${pointer || 'the body'}: ${expected}`;
    return excerpt(
      held ? `  holds: ${expectedHere}` : `  BROKEN: ${expectedHere}, but it is ${actual}`,
      maxAssertionLength,
    );
  });

/** Says which earlier request was still unanswered. */
export const sentTogether = (sent: readonly StoredExchange[], index: number): string => {
  const before = underWay(sent, index);
  return before === undefined ? '' : `, sent while request ${before} was under way`;
};

/** Shell variables of the secrets in the requests. */
const variablesIn = (sent: readonly StoredExchange[], secrets: readonly string[]): string[] => {
  const text = JSON.stringify(sent.map(({ request }) => request));
  return secrets.filter((name) => text.includes(`«${name}»`)).map(shellVariable);
};

/** Whether a read without assertions was repeated after its answer. */
const isRepeated = (one: StoredExchange, other: StoredExchange | undefined): boolean =>
  one.request.method === 'GET' &&
  other?.request.method === 'GET' &&
  one.request.path === other.request.path &&
  endOf(one) < Date.parse(other.sentAt) + clockStepMs &&
  one.assertions.length === 0 &&
  JSON.stringify(one.request.headers) === JSON.stringify(other.request.headers);

export interface StepsToRepeat extends FreshSteps {
  /** The original requests, one for each step. */
  sent: StoredExchange[];
  /** `drawn`: variables of secrets that the script may generate; `variables`: those that the environment must have. */
  drawn: string[];
  variables: string[];
  /** Variables that the script sets. */
  made: string[];
}

/** The requests of a verdict as steps on new records. */
export const stepsToRepeat = (result: Result, { exchanges }: Verdict): StepsToRepeat => {
  // keep the last of repeated reads
  const sent = inOrderOfSending(exchanges).filter((exchange, index, all) => !isRepeated(exchange, all[index + 1]));
  const fresh = freshSteps(result, sent);
  const bearers = Object.values(result.setUp?.mailboxes ?? {}).map(({ bearerToken }) =>
    bearerToken.replace(/[«»]/g, ''),
  );
  const drawn = variablesIn(sent, bearers);
  const variables = variablesIn(sent, result.target.secrets).filter((name) => !drawn.includes(name));
  const made = [
    runVariable,
    receiverVariable,
    ...fresh.phones.map(({ name }) => name),
    ...fresh.steps.flatMap(({ keeps }) => keeps.map(({ name }) => name)),
  ];
  return { ...fresh, sent, drawn, variables, made };
};
