import type { StoredExchange } from '../../../core/exchange.ts';
import type { Result } from '../../../core/result.ts';
import type { Verdict } from '../../../core/verdict.ts';
import { parsedJson } from '../../../fixtures/reading/parsed-json.ts';
import { excerpt, printable } from '../../kit/printable.ts';
import { inOrderOfSending } from '../leading-exchanges.ts';
import { inSentences } from '../verdict-in-words.ts';
import { shellVariable } from './commands.ts';

/** A value of an answer that a later request needs. */
interface Kept {
  /** Name of the variable. */
  name: string;
  /** Filter of `jq` that leads to the value. */
  filter: string;
}

/** A request with variables as `«NAME»` in place of old values, and the values to keep of its answer. */
export interface FreshStep {
  exchange: StoredExchange;
  keeps: Kept[];
}

export interface FreshSteps {
  steps: FreshStep[];
  /** Variables for the last digits of each phone, with the number of digits. */
  phones: { name: string; digits: number }[];
  /** Whether the requests register the receiver of the run. */
  registers: boolean;
}

/** Variable for the run id that the names of all records contain. */
export const runVariable = 'RUN_ID';
export const receiverVariable = 'RECEIVER_URL';

const minDigits = 6;
/** Times are whole milliseconds: a request may seem to be sent up to one before the answer that it follows. */
const clockStepMs = 1;
const plainKey = /^[A-Za-z_]\w*$/;
/** Matches generated ids such as UUIDs and codes, but no dates and words. */
const namesRecord = /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9_-]{5,63}$/;

/** The strings of a JSON value that may be ids, each with the filter that leads to it. */
const namesIn = (value: unknown, filter: string, found: Map<string, string>): Map<string, string> => {
  if (typeof value === 'string' && namesRecord.test(value) && !found.has(value)) found.set(value, filter);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) namesIn(item, `${filter}[${index}]`, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (plainKey.test(key)) namesIn(item, `${filter === '.' ? '' : filter}.${key}`, found);
    }
  }
  return found;
};

type Change = (text: string) => string;

const changed = (exchange: StoredExchange, change: Change): StoredExchange => {
  const { path, body, ...request } = exchange.request;
  return {
    ...exchange,
    request: { ...request, path: change(path), ...(body === undefined ? {} : { body: change(body) }) },
  };
};

/** The generated digits of phones; undefined if the pattern has too few. */
const drawnDigits = ({ setUp }: Result): { digits: number; pattern: RegExp } | undefined => {
  const pattern = setUp?.profile.phonePattern;
  if (typeof pattern !== 'string') return undefined;
  const digits = /#*$/.exec(pattern)?.[0].length ?? 0;
  const [before] = /\d+$/.exec(pattern.slice(0, pattern.length - digits)) ?? [''];
  return digits < minDigits ? undefined : { digits, pattern: new RegExp(`(?<=${before})\\d{${digits}}(?!\\d)`, 'g') };
};

/** The words of a request that may be ids. */
const wordsIn = ({ request: { path, body = '' } }: StoredExchange): string[] => [
  ...new Set(`${path} ${body}`.match(/[A-Za-z0-9][A-Za-z0-9_-]{5,63}/g)),
];

const endOf = ({ sentAt, durationMs }: StoredExchange): number => Date.parse(sentAt) + durationMs;

/** Turns the requests of a run into steps that can be sent again on new records. */
const freshSteps = (result: Result, sent: readonly StoredExchange[]): FreshSteps => {
  const numbers = new Map<string, string>();
  const drawn = drawnDigits(result);
  const receivers = Object.values(result.setUp?.mailboxes ?? {}).map(({ url }) => url);
  let registers = false;
  const refresh: Change = (text) => {
    let fresh = text.replaceAll(`selo-${result.run.id}-`, `selo-«${runVariable}»-`);
    if (drawn) {
      fresh = fresh.replace(drawn.pattern, (number) => {
        const name = numbers.get(number) ?? `PHONE_${numbers.size + 1}`;
        numbers.set(number, name);
        return `«${name}»`;
      });
    }
    for (const url of receivers) {
      if (!fresh.includes(url)) continue;
      registers = true;
      fresh = fresh.replaceAll(url, `«${receiverVariable}»`);
    }
    return fresh;
  };
  const steps: FreshStep[] = [];
  const sources = new Map<string, { step: FreshStep; filter: string; endMs: number; name?: string }>();
  /** Words that a request contained before any answer did: the target did not generate them. */
  const own = new Set<string>();
  let named = 0;
  for (const exchange of sent) {
    const startMs = Date.parse(exchange.sentAt);
    const all = wordsIn(exchange);
    const words = all.filter((word) => (sources.get(word)?.endMs ?? Number.POSITIVE_INFINITY) <= startMs + clockStepMs);
    for (const word of all) own.add(word);
    const withNames = changed(exchange, (text) =>
      words.reduce((whole, word) => {
        const source = sources.get(word);
        if (!source || !whole.includes(word)) return whole;
        if (source.name === undefined) {
          source.name = `ID_${++named}`;
          source.step.keeps.push({ name: source.name, filter: source.filter });
        }
        return whole.replaceAll(word, `«${source.name}»`);
      }, text),
    );
    const step: FreshStep = { exchange: changed(withNames, refresh), keeps: [] };
    steps.push(step);
    if (!('text' in exchange)) continue;
    for (const [name, filter] of namesIn(parsedJson(exchange.text), '.', new Map())) {
      if (sources.has(name) || own.has(name)) continue;
      sources.set(name, { step, filter, endMs: endOf(exchange) });
    }
  }
  const phones = [...numbers.values()].map((name) => ({ name, digits: drawn?.digits ?? 0 }));
  return { steps, phones, registers };
};

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
