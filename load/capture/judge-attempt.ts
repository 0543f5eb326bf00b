import type { Attempt } from '../../fixtures/capture/attempt.ts';
import { attempts as rules } from '../../suites/passive/attempts.ts';
import type { JudgedFact } from '../facts.ts';
import { judgeSample } from '../judge-sample.ts';

/** What the rules need of an attempt. */
export interface SampledAttempt {
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

/** Rules judge which headers there are, but their values may be secrets, except the content type. */
const withoutSecrets = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name === 'content-type' ? value : '«hidden»']),
  );

export const judgeAttempt = ({ company, headers, arrivedMs, ...request }: SampledAttempt): JudgedFact => {
  const attempt: Attempt = {
    ...request,
    seq: 0,
    revision: 1,
    mailbox: company,
    port: 0,
    startedAtMs: arrivedMs,
    receivedAtMs: arrivedMs,
    // the path is a secret: anyone who knows it may send to it
    url: '',
    headers: withoutSecrets(headers),
  };
  return judgeSample(rules, attempt, { what: `notification to ${company}` });
};
