import type { Attempt } from '../../fixtures/capture/attempt.ts';
import { attempts as rules } from '../../suites/passive/attempts.ts';
import type { JudgedFact, ViolationFact } from '../facts.ts';

/** What is judged of an attempt. */
export interface Judged {
  company: string;
  method: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
  /** Of the whole body, also where it was cut off. */
  bodyBytes: number;
  truncated: boolean;
  /** Undefined when the body is no JSON or was cut off. */
  json: unknown;
  arrivedMs: number;
}

/** As long as a report shows of a value. */
const shownLength = 300;

const cut = (text: string): string => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text);

/** That a header is there may be judged and reported, what it says may be a secret: of the content type alone it is not. */
const withoutSecrets = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name === 'content-type' ? value : '«hidden»']),
  );

/** Judges an attempt by the passive rules, the same as in `selo run`. */
export const judgeAttempt = (judged: Judged): JudgedFact => {
  const { company, method, headers, body, bodyBytes, truncated, json, arrivedMs } = judged;
  const attempt: Attempt = {
    seq: 0,
    revision: 1,
    mailbox: company,
    port: 0,
    startedAtMs: arrivedMs,
    receivedAtMs: arrivedMs,
    method,
    // anyone who knows the path may send to it
    url: '',
    headers: withoutSecrets(headers),
    body,
    bodyBytes,
    truncated,
    json,
  };
  const about: string[] = [];
  const violations: ViolationFact[] = [];
  for (const rule of rules) {
    const assertions = rule.judge(attempt, {});
    if (assertions.length === 0) continue;
    about.push(rule.id);
    const broken = assertions.find(({ held }) => !held);
    if (broken === undefined) continue;
    const { pointer, expected, actual } = broken;
    violations.push([rule.id, pointer, expected, cut(actual), `notification to ${company}`]);
  }
  return ['p', about, violations];
};
