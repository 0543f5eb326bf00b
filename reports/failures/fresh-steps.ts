import type { StoredExchange } from '../../core/exchange.ts';
import type { Result } from '../../core/result.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';

/** A value of an answer that a later request carries. */
interface Kept {
  /** Of the variable. */
  name: string;
  /** For `jq`. */
  filter: string;
}

/** A request whose values of an earlier run stand as `«NAME»`, and what to keep of its answer. */
export interface FreshStep {
  exchange: StoredExchange;
  keeps: Kept[];
}

export interface FreshSteps {
  steps: FreshStep[];
  /** Variables that stand for the eight digits or so at the end of each phone, with how many they are. */
  phones: { name: string; digits: number }[];
  /** The requests register the receiver of that run. */
  registers: boolean;
}

/** Stands in the names of all records of a run. */
export const runVariable = 'RUN_ID';
export const receiverVariable = 'RECEIVER_URL';

const leastDigits = 6;
/** Times of sending are whole milliseconds: a request may seem to be sent up to one before the answer that it follows. */
export const clockStepMs = 1;
const plainKey = /^[A-Za-z_]\w*$/;
/** What a service makes to name a record: a UUID or a code, no date and no word. */
const namesRecord = /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9_-]{5,63}$/;

/** The texts of a JSON value that may name a record, each with the filter that leads to it. */
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

/** The digits of phones that are drawn for each record; undefined where the pattern has too few. */
const drawnDigits = ({ setUp }: Result): { digits: number; pattern: RegExp } | undefined => {
  const pattern = setUp?.profile.phonePattern;
  if (typeof pattern !== 'string') return undefined;
  const digits = /#*$/.exec(pattern)?.[0].length ?? 0;
  const [before] = /\d+$/.exec(pattern.slice(0, pattern.length - digits)) ?? [''];
  return digits < leastDigits ? undefined : { digits, pattern: new RegExp(`(?<=${before})\\d{${digits}}(?!\\d)`, 'g') };
};

/** The words of a request that may name a record. */
const wordsIn = ({ request: { path, body = '' } }: StoredExchange): string[] => [
  ...new Set(`${path} ${body}`.match(/[A-Za-z0-9][A-Za-z0-9_-]{5,63}/g)),
];

export const endOf = ({ sentAt, durationMs }: StoredExchange): number => Date.parse(sentAt) + durationMs;

/** Requests of a run, in the order of sending, so that they can be sent again on records of their own. */
export const freshSteps = (result: Result, sent: readonly StoredExchange[]): FreshSteps => {
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
  /** What was sent before it was answered is not the service's. */
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
