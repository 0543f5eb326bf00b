import { existsSync, readFileSync } from 'node:fs';
import type { PartnerRecord } from '../../core/partner-record.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { entriesOf, recordOf } from './record-of.ts';
import { type Beginning, type LogEntry, logEntrySchema } from './session-log.ts';

/** The parts of a session before it is resumed. */
export interface EarlierParts {
  /** The beginning of the last part. */
  beginning: Beginning;
  /** One record for each part. */
  records: PartnerRecord[];
  /** The names of the scenarios that were played. */
  played: ReadonlySet<string>;
}

/** The file has no session, or an empty one. */
export class SessionLogError extends Error {
  override name = 'SessionLogError';
}

/** Reads the earlier parts of a session, without a last line that a crash cut off. Throws `SessionLogError`. */
export const readEarlierParts = (file: string): EarlierParts => {
  if (!existsSync(file)) throw new SessionLogError(`${file} does not exist: there is no session to resume.`);
  const lines = readFileSync(file, 'utf8').split('\n');
  const entries = lines.flatMap((line, index): LogEntry[] => {
    if (line === '') return [];
    const parsed = logEntrySchema.safeParse(parsedJson(line));
    if (parsed.success) return [parsed.data];
    if (index === lines.length - 1) return [];
    throw new SessionLogError(`${file}:${index + 1} is no entry of a session, so the session cannot be resumed.`);
  });
  const starts = entries.flatMap((entry, index) => (entry.kind === 'begun' ? [{ beginning: entry, index }] : []));
  const last = starts.at(-1);
  if (last === undefined) throw new SessionLogError(`${file} contains no session.`);
  return {
    beginning: last.beginning,
    records: starts.map(({ beginning, index }, part) =>
      recordOf(beginning, entries.slice(index + 1, starts[part + 1]?.index)),
    ),
    played: new Set(entriesOf(entries, 'scenario').flatMap(({ name, state }) => (state === 'played' ? [name] : []))),
  };
};
