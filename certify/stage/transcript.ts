import type { Secret } from '../../fixtures/profile/secret.ts';
import { redactionOf } from '../../fixtures/redaction.ts';
import type { FaultEntry, PartnerAttempt, PartnerCall } from '../../suites/partner/record.ts';

/** What the stage has seen so far. Credentials are replaced on the way in: they are nowhere in it. */
export interface Transcript {
  readonly calls: readonly PartnerCall[];
  readonly attempts: readonly PartnerAttempt[];
  readonly faults: readonly FaultEntry[];
  /** In ms since the session began. */
  now(): number;
  /** A further credential, from now on. */
  addSecret(secret: Secret): void;
  call(call: Omit<PartnerCall, 'number'>): PartnerCall;
  attempt(attempt: Omit<PartnerAttempt, 'number'>): PartnerAttempt;
  fault(entry: Pick<FaultEntry, 'scenario' | 'kind'>): FaultEntry;
}

/** Longer bodies are kept up to here: what a partner sends by mistake must not fill the memory. */
const longestBody = 256 * 1024;

export const createTranscript = (secrets: readonly Secret[]): Transcript => {
  const startedMs = performance.now();
  const known = [...secrets];
  let redact = redactionOf(known);
  const calls: PartnerCall[] = [];
  const attempts: PartnerAttempt[] = [];
  const faults: FaultEntry[] = [];
  const clean = (text: string): string => redact(text.slice(0, longestBody));
  const cleanAll = (headers: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, clean(value)]));
  const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

  return {
    calls,
    attempts,
    faults,
    now: () => rounded(performance.now() - startedMs),
    addSecret(secret) {
      if (secret.value === '' || known.some(({ value }) => value === secret.value)) return;
      known.push(secret);
      redact = redactionOf(known);
    },
    call({ headers, body, path, answer, ...rest }) {
      const call: PartnerCall = {
        number: calls.length + 1,
        ...rest,
        path: clean(path),
        headers: cleanAll(headers),
        body: clean(body),
        answer: 'status' in answer ? { ...answer, body: clean(answer.body) } : answer,
      };
      calls.push(call);
      return call;
    },
    attempt({ headers, body, ...rest }) {
      const attempt: PartnerAttempt = {
        number: attempts.length + 1,
        ...rest,
        headers: cleanAll(headers),
        body: clean(body),
      };
      attempts.push(attempt);
      return attempt;
    },
    fault({ scenario, kind }) {
      const entry: FaultEntry = { number: faults.length + 1, scenario, kind, call: null, attempt: null };
      faults.push(entry);
      return entry;
    },
  };
};
