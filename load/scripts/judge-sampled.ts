import type { RefinedResponse } from 'k6/http';
import { Counter } from 'k6/metrics';
import type { SentRequest } from '../../core/exchange.ts';
import { brief } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import type { ExchangeRule } from '../../suites/passive/passive-rule.ts';
import { passive } from '../../suites/passive/rules.ts';
import type { ViolationFact } from '../facts.ts';
import { withoutSecrets } from './environment.ts';
import { record } from './journal.ts';

const judged = new Counter('passive_judged');
const violated = new Counter('passive_violations');

/** A rule with `onlyEachTime` needs all requests of a run, not a sample. */
const rules = passive.filter((rule): rule is ExchangeRule => rule.about === 'exchanges' && !rule.onlyEachTime);

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Judges a response by the same passive rules as `selo run`, and records the result. */
export const judgeSampled = (
  response: RefinedResponse<'text'>,
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
  const about: string[] = [];
  const violations: ViolationFact[] = [];
  for (const rule of rules) {
    const assertions = rule.judge(exchange, {});
    if (assertions.length === 0) continue;
    about.push(rule.id);
    const failed = assertions.find(({ held }) => !held);
    if (failed === undefined) continue;
    const { pointer, expected, actual } = failed;
    violations.push([rule.id, pointer, expected, brief(withoutSecrets(actual)), `${request.method} ${request.path}`]);
    violated.add(1, { rule: rule.id });
  }
  judged.add(1);
  record(['p', about, violations]);
};
