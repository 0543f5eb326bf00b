import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import type { StoredDeliveries } from '../../core/deliveries.ts';
import { type StoredExchange, storedExchangeSchema } from '../../core/exchange.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Result } from '../../core/result.ts';
import { type StoredCase, storedCaseSchema } from '../../core/verdict.ts';
import type { RecordedExchange } from '../../fixtures/exchange.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { readSecrets } from '../../fixtures/profile/read-secrets.ts';
import { profileSchema } from '../../fixtures/profile/schema.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { wholeLinesIn } from '../../fixtures/reading/whole-lines.ts';
import { evidenceRedaction, redactDeep } from '../../fixtures/redaction/redaction.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import { withShortTexts } from '../../suites/judge/short-texts.ts';
import { runFiles } from '../../suites/session/evidence-folder.ts';
import type { Deliveries } from '../../suites/subject.ts';
import { fileDigest } from '../digests.ts';

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

/** The evidence in the folder of a run: all exchanges, and all cases of properties. */
export interface EvidenceFiles {
  exchanges: readonly RecordedExchange[];
  byNumber: ReadonlyMap<number, StoredExchange>;
  /** By property. */
  cases: ReadonlyMap<string, readonly StoredCase[]>;
}

/** The evidence in the folder of a run, or problems with it. */
export interface FoundEvidence {
  files?: EvidenceFiles;
  problems: string[];
}

/** The parsed lines of a file; undefined if one is invalid. */
const linesOf = <T>(file: string, schema: z.ZodType<T>): T[] | undefined => {
  const read: T[] = [];
  for (const line of wholeLinesIn(file)) {
    const parsed = schema.safeParse(parsedJson(line));
    if (!parsed.success) return undefined;
    read.push(parsed.data);
  }
  return read;
};

/** The folder of the run: that of the result, or next to a copy of it. */
const folderOf = (file: string, { run }: Result): string | undefined =>
  [dirname(file), join(dirname(file), run.id)].find((folder) => existsSync(join(folder, runFiles.exchanges)));

/** Reads the evidence of the result in `file`. Empty if it is missing; changed or invalid files are problems. */
export const evidenceBeside = (file: string, result: Result): FoundEvidence => {
  const folder = folderOf(file, result);
  if (folder === undefined || !result.files) return { problems: [] };
  const names = [runFiles.exchanges, runFiles.cases];
  const missing = names.filter((name) => !existsSync(join(folder, name)));
  if (missing.length > 0) return { problems: [] };
  const changed = names.filter((name) => fileDigest(join(folder, name)) !== result.files?.[name]);
  if (changed.length > 0) {
    return { problems: changed.map((name) => `${join(folder, name)} was changed after it was written`) };
  }
  const exchanges = linesOf(join(folder, runFiles.exchanges), storedExchangeSchema);
  const cases = linesOf(join(folder, runFiles.cases), storedCaseSchema);
  if (!exchanges || !cases) return { problems: [`the files in ${folder} are not valid evidence of a run`] };
  return {
    files: {
      exchanges: exchanges.map(asExchanged),
      byNumber: new Map(exchanges.map((exchange) => [exchange.number, exchange])),
      cases: Map.groupBy(cases, ({ rule }) => rule),
    },
    problems: [],
  };
};
