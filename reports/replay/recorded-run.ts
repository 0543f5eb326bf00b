import type { StoredDeliveries } from '../../core/deliveries.ts';
import type { StoredExchange } from '../../core/exchange.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Result } from '../../core/result.ts';
import type { RecordedExchange } from '../../fixtures/exchange.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { readSecrets } from '../../fixtures/profile/read-secrets.ts';
import { profileSchema } from '../../fixtures/profile/schema.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { evidenceRedaction, redactDeep } from '../../fixtures/redaction/redaction.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import { withShortTexts } from '../../suites/judge/short-texts.ts';
import type { Deliveries } from '../../suites/subject.ts';

/** A stored run as its checks saw it, with the names of secrets instead of their values. */
export interface RecordedRun {
  handle: RunHandle;
  isInterrupted: boolean;
  /** Redacts a text as in the evidence. */
  redact(text: string): string;
}

const marked = (names: readonly string[]): Secret[] => names.map((env) => ({ env, value: `«${env}»` }));

const profileIn = (written: unknown, secrets: readonly Secret[]): Profile | undefined => {
  const parsed = profileSchema.safeParse(written);
  if (!parsed.success) return undefined;
  const environment = Object.fromEntries(secrets.map(({ env, value }) => [env, value]));
  return readSecrets(parsed.data, environment).profile;
};

/** The run in a result; undefined if the result lacks the inputs of its checks. */
export const recordedRun = ({ run, target, setUp }: Result): RecordedRun | undefined => {
  const secrets = marked(target.secrets);
  const profile = setUp && profileIn(setUp.profile, secrets);
  if (!setUp || !profile) return undefined;
  const { id: runId, seed, depth, path } = run;
  const { mailboxes, unregistered } = setUp;
  return {
    isInterrupted: run.interrupted,
    handle: {
      runId,
      seed,
      depth,
      ...omitUndefined({ path }),
      profile,
      mailboxes,
      unregistered,
      secrets,
      folder: '',
    },
    redact: evidenceRedaction(secrets),
  };
};

/** A new verdict in the form in which a result stores it. */
export const asStored = <Judged extends Parameters<typeof withShortTexts>[0]>(
  { redact }: Pick<RecordedRun, 'redact'>,
  judged: Judged,
): Judged => withShortTexts(redactDeep(judged, redact));

/** An exchange before the check asserted anything. */
export const asExchanged = (exchange: StoredExchange): RecordedExchange =>
  'status' in exchange
    ? { ...exchange, assertions: [], body: parsedJson(exchange.text) }
    : { ...exchange, assertions: [] };

/** Deliveries before the check asserted anything. */
export const asDelivered = ({ attempts, ...deliveries }: StoredDeliveries): Deliveries => ({
  ...deliveries,
  assertions: [],
  attempts: attempts.map((attempt) => (attempt.truncated ? attempt : { ...attempt, json: parsedJson(attempt.body) })),
});
