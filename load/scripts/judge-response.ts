import type { RefinedResponse } from 'k6/http';
import { Counter } from 'k6/metrics';
import type { SentRequest } from '../../core/exchange.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import type { ExchangeRule } from '../../suites/passive/passive-rule.ts';
import { passive } from '../../suites/passive/rules.ts';
import { judgeSample } from '../judge-sample.ts';
import { withoutSecrets } from './environment.ts';
import { record } from './journal.ts';

const judged = new Counter('passive_judged');
const violated = new Counter('passive_violations');

/** A rule with `onlyEachTime` needs all requests of a run, not a sample. */
const rules = passive.filter((rule): rule is ExchangeRule => rule.about === 'exchanges' && !rule.onlyEachTime);

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

type Response = RefinedResponse<'text'>;

/** What the rules read of a response. k6 has null for a body that did not come. */
interface JudgedResponse extends Pick<Response, 'status' | 'headers'> {
  body: string | null;
  timings: Pick<Response['timings'], 'duration'>;
}

/** Judges a response by the passive rules, and records and counts the result. */
export const judgeResponse = (
  response: JudgedResponse,
  { company, request }: { company: string; request: SentRequest },
): void => {
  const text = response.body ?? '';
  const exchange: Exchange = {
    number: 0,
    by: 'load',
    company,
    sentAt: '',
    durationMs: response.timings.duration,
    request,
    assertions: [],
    status: response.status,
    headers: lowerCased(response.headers),
    text,
    body: parsedJson(text),
  };
  const fact = judgeSample(rules, exchange, { what: `${request.method} ${request.path}`, redact: withoutSecrets });
  judged.add(1);
  for (const [rule] of fact[2]) violated.add(1, { rule });
  record(fact);
};
