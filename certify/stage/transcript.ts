import { cutMark, type FaultEntry, type PartnerAttempt, type PartnerCall } from '../../core/partner-record.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { redactionOf } from '../../fixtures/redaction/redaction.ts';
import type { Runtime } from '../../fixtures/runtime.ts';
import { withoutBearers } from './bearer-field.ts';

/** What the stage has seen so far. Credentials are replaced on the way in: they are nowhere in it. */
export interface Transcript {
  readonly calls: readonly PartnerCall[];
  readonly attempts: readonly PartnerAttempt[];
  readonly faults: readonly FaultEntry[];
  /** In ms since the session began. */
  now(): number;
  /** A further credential, from now on; a short one is replaced only as the bearer of a header or of a body's field. */
  addSecret(secret: Secret): void;
  /** A text without credentials. */
  redacted(text: string): string;
  call(call: Omit<PartnerCall, 'number'>): PartnerCall;
  attempt(attempt: Omit<PartnerAttempt, 'number'>): PartnerAttempt;
  fault(entry: Pick<FaultEntry, 'scenario' | 'kind'>): FaultEntry;
}

/** The characters that are kept of what is longer: what a partner sends by mistake must not fill the memory. */
const longestKept = 256 * 1024;
/** A credential with fewer characters may be part of anything: it is replaced only where one stands. */
const fewestCharacters = 8;

export interface TranscriptOptions {
  runtime: Pick<Runtime, 'now'>;
  secrets: readonly Secret[];
  /** How many there were in earlier parts of the session: numbers go on from there. */
  earlier: Record<'calls' | 'attempts' | 'faults', number>;
  /** Called with each as it is seen. */
  note: NoteSeen;
}

/** What is seen, one at a time. */
type NoteSeen = (
  seen:
    | { kind: 'call'; call: PartnerCall }
    | { kind: 'attempt'; attempt: PartnerAttempt }
    | { kind: 'fault'; fault: FaultEntry },
) => void;

export const createTranscript = ({ runtime, secrets, earlier, note }: TranscriptOptions): Transcript => {
  const startedMs = runtime.now();
  const known = [...secrets];
  const short: Secret[] = [];
  let redact = redactionOf(known);
  const calls: PartnerCall[] = [];
  const attempts: PartnerAttempt[] = [];
  const faults: FaultEntry[] = [];
  const clean = (text: string): string =>
    withoutBearers(redact(text.length > longestKept ? `${text.slice(0, longestKept)}${cutMark}` : text));
  const cleanHeader = (name: string, value: string): string => {
    const [, scheme, credential] = (name === 'authorization' && /^(bearer\s+)(.*)$/i.exec(value)) || [];
    const secret = short.find((each) => each.value === credential);
    return secret === undefined ? clean(value) : `${scheme}«${secret.env}»`;
  };
  const cleanAll = (headers: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, cleanHeader(name, value)]));
  const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

  return {
    calls,
    attempts,
    faults,
    now: () => rounded(runtime.now() - startedMs),
    addSecret(secret) {
      const { value } = secret;
      if (value === '' || [...known, ...short].some((other) => other.value === value)) return;
      if (value.length < fewestCharacters) {
        short.push(secret);
        return;
      }
      known.push(secret);
      redact = redactionOf(known);
    },
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
