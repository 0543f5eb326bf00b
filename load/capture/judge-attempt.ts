import type { Attempt } from '../../fixtures/capture/attempt.ts';
import { attempts as rules } from '../../suites/passive/attempts.ts';
import type { JudgedFact, ViolationFact } from '../facts.ts';

/** What the rules need of an attempt. */
export interface Judged {
  company: string;
  method: string;
  /** The headers, by their names in lower case. */
  headers: Record<string, string>;
  body: string;
  /** Of the whole body, even if `body` is truncated. */
  bodyBytes: number;
  truncated: boolean;
  /** Undefined if the body is not JSON or is truncated. */
  json: unknown;
  arrivedMs: number;
}

const shownLength = 300;

const cut = (text: string): string => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text);

/** Rules judge which headers there are, but their values may be secrets, except the content type. */
const withoutSecrets = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name === 'content-type' ? value : '«hidden»']),
  );

/** Judges an attempt by the same passive rules as `selo run`. */
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
    // the path is a secret: anyone who knows it may send to it
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
    const failed = assertions.find(({ held }) => !held);
    if (failed === undefined) continue;
    const { pointer, expected, actual } = failed;
    violations.push([rule.id, pointer, expected, cut(actual), `notification to ${company}`]);
  }
  return ['p', about, violations];
};
