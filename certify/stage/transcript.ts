import { cutMark, type FaultEntry, type PartnerAttempt, type PartnerCall } from '../../core/partner-record.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { redactionOf } from '../../fixtures/redaction/redaction.ts';
import type { Runtime } from '../../fixtures/runtime.ts';
import { withoutBearers } from './bearer-field.ts';

/** What the stage has recorded so far, without credentials. */
export interface Transcript {
  readonly calls: readonly PartnerCall[];
  readonly attempts: readonly PartnerAttempt[];
  readonly faults: readonly FaultEntry[];
  /** When the session began, by the clock of dates, in ISO 8601. */
  readonly startedAt: string;
  /** Milliseconds since the session began. */
  now(): number;
  /** Milliseconds since that time of the session. */
  since(atMs: number): number;
  /** Adds a credential. A short one is replaced only as the bearer in a header or in a field. */
  addSecret(secret: Secret): void;
  /** Replaces the credentials in a text. */
  redacted(text: string): string;
  call(call: Omit<PartnerCall, 'number'>): PartnerCall;
  attempt(attempt: Omit<PartnerAttempt, 'number'>): PartnerAttempt;
  fault(entry: Pick<FaultEntry, 'scenario' | 'kind'>): FaultEntry;
}

/** The most characters that the record keeps of one text, so that a faulty partner cannot fill the memory. */
const maxKeptLength = 256 * 1024;
/** A shorter credential may occur in any word, so it is replaced only where a credential is expected. */
const minSecretLength = 8;

export interface TranscriptOptions {
  runtime: Pick<Runtime, 'now' | 'date'>;
  secrets: readonly Secret[];
  /** The counts of earlier parts of the session, so that numbers continue. */
  earlier: Record<'calls' | 'attempts' | 'faults', number>;
  /** Called with each entry as it is recorded. */
  note: NoteSeen;
}

type NoteSeen = (
  seen:
    | { kind: 'call'; call: PartnerCall }
    | { kind: 'attempt'; attempt: PartnerAttempt }
    | { kind: 'fault'; fault: FaultEntry },
) => void;

/** Replaces the credentials of a session. More of them become known during the session. */
const createRedaction = (secrets: readonly Secret[]) => {
  const known = [...secrets];
  const short: Secret[] = [];
  let redact = redactionOf(known);
  const clean = (text: string): string =>
    withoutBearers(redact(text.length > maxKeptLength ? `${text.slice(0, maxKeptLength)}${cutMark}` : text));
  const cleanHeader = (name: string, value: string): string => {
    const [, scheme, credential] = (name === 'authorization' && /^(bearer\s+)(.*)$/i.exec(value)) || [];
    const secret = short.find((each) => each.value === credential);
    return secret === undefined ? clean(value) : `${scheme}«${secret.env}»`;
  };
  return {
    clean,
    cleanAll: (headers: Record<string, string>): Record<string, string> =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, cleanHeader(name, value)])),
    addSecret(secret: Secret): void {
      const { value } = secret;
      if (value === '' || [...known, ...short].some((other) => other.value === value)) return;
      if (value.length < minSecretLength) {
        short.push(secret);
        return;
      }
      known.push(secret);
      redact = redactionOf(known);
    },
  };
};

export const createTranscript = ({ runtime, secrets, earlier, note }: TranscriptOptions): Transcript => {
  const startedMs = runtime.now();
  const startedAt = runtime.date().toISOString();
  const { clean, cleanAll, addSecret } = createRedaction(secrets);
  const calls: PartnerCall[] = [];
  const attempts: PartnerAttempt[] = [];
  const faults: FaultEntry[] = [];
  const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;
  const now = (): number => rounded(runtime.now() - startedMs);

  return {
    calls,
    attempts,
    faults,
    startedAt,
    now,
    since: (atMs) => rounded(now() - atMs),
    addSecret,
    redacted: clean,
    call({ headers, body, path, answer, ...rest }) {
      const call: PartnerCall = {
        number: earlier.calls + calls.length + 1,
        ...rest,
        path: clean(path),
        headers: cleanAll(headers),
        body: clean(body),
        answer: 'status' in answer ? { ...answer, body: clean(answer.body) } : answer,
      };
      calls.push(call);
      note({ kind: 'call', call });
      return call;
    },
    attempt({ headers, body, path, ...rest }) {
      const attempt: PartnerAttempt = {
        number: earlier.attempts + attempts.length + 1,
        ...rest,
        path: clean(path),
        headers: cleanAll(headers),
        body: clean(body),
      };
      attempts.push(attempt);
      note({ kind: 'attempt', attempt });
      return attempt;
    },
    fault({ scenario, kind }) {
      const entry: FaultEntry = {
        number: earlier.faults + faults.length + 1,
        scenario,
        kind,
        call: null,
        attempt: null,
      };
      faults.push(entry);
      note({ kind: 'fault', fault: entry });
      return entry;
    },
  };
};
