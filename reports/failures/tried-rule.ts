import { counted } from '../../core/counted.ts';
import type { StoredDeliveries } from '../../core/deliveries.ts';
import type { AnsweredExchange, StoredExchange } from '../../core/exchange.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Verdict } from '../../core/verdict.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { percentDecoded } from '../../fixtures/reading/percent-decoded.ts';
import { routeOf } from '../kit/exchange-labels.ts';

/** One request with its answer. */
export interface ExampleExchange {
  /** Method, path and query. */
  request: string;
  body?: unknown;
  status: number;
  /** The body of the answer; a string if it is not JSON. */
  answer?: unknown;
}

export interface TriedRule {
  /** The requests in order, each with what its answer must be. */
  steps: string[];
  example?: ExampleExchange;
}

const expectedOf = ({ assertions }: Pick<StoredExchange, 'assertions'>): string => {
  const said = assertions.map(({ pointer, expected }) => `${pointer}: ${expected}`);
  return said.length === 0 ? '' : `; expects ${[...new Set(said)].join(', ')}`;
};

/** The query as a reader sees it. */
const decodedQuery = ({ path }: StoredExchange['request']): string => {
  const [, query] = path.split('?');
  return query === undefined ? '' : `?${percentDecoded(query.replaceAll('+', ' '))}`;
};

const stepOf = (exchange: StoredExchange, company: string): string => {
  const { request } = exchange;
  const answer = 'status' in exchange ? exchange.status : `no answer (${exchange.lost})`;
  const where = exchange.company === company ? '' : ` in company ${exchange.company}`;
  return `${routeOf(request)}${decodedQuery(request)}${where} → ${answer}${expectedOf(exchange)}`;
};

/** Joins equal consecutive steps. */
const joined = (steps: readonly string[]): string[] => {
  const runs: { step: string; times: number }[] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last?.step === step) last.times++;
    else runs.push({ step, times: 1 });
  }
  return runs.map(({ step, times }) => (times === 1 ? step : `${step} (${times} times)`));
};

const notificationsStep = ({ about, attempts, assertions }: StoredDeliveries): string => {
  const what = about.kind === 'coupon' ? 'a coupon' : 'an order';
  const times = counted(attempts.length, 'attempt');
  return `notifications of ${what} → ${times}${expectedOf({ assertions })}`;
};

const exampleOf = (exchanges: readonly StoredExchange[]): ExampleExchange | undefined => {
  const answered = exchanges.filter((exchange): exchange is AnsweredExchange => 'status' in exchange);
  const shown = answered.find(({ assertions }) => assertions.length > 0) ?? answered.at(-1);
  if (!shown) return undefined;
  const { request, status, text } = shown;
  return {
    request: `${request.method} ${request.path}`,
    ...(request.body === undefined ? {} : { body: parsedJson(request.body) ?? request.body }),
    status,
    ...(text === '' ? {} : { answer: parsedJson(text) ?? text }),
  };
};

/** The steps of a rule, from one of its verdicts. */
export const describeTry = ({ exchanges, deliveries }: Pick<Verdict, 'exchanges' | 'deliveries'>): TriedRule => {
  const sent = exchanges.toSorted((a, b) => a.number - b.number);
  const company = sent[0]?.company ?? '';
  const example = exampleOf(sent);
  return {
    steps: joined([...sent.map((exchange) => stepOf(exchange, company)), ...deliveries.map(notificationsStep)]),
    ...omitUndefined({ example }),
  };
};
