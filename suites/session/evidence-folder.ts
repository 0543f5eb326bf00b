import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEntry } from '../../core/journal.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { RecordedExchange } from '../../fixtures/exchange.ts';
import { openJournal } from '../../fixtures/journal.ts';
import { openPackedLines } from '../../fixtures/reading/packed-lines.ts';
import { evidenceRedaction, redactDeep, redactedJson } from '../../fixtures/redaction/redaction.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import { withShortTexts } from '../judge/short-texts.ts';
import { asWritten, type UnwrittenCase, type UnwrittenVerdict, writtenDeliveries } from '../subject.ts';

/** Where a run keeps the evidence of its verdicts. */
export interface EvidenceStore extends Disposable {
  /** If false, the inputs of checks are not recorded, and what they create is not noted. */
  isKept: boolean;
  exchange(exchange: RecordedExchange): void;
  journal(entries: readonly JournalEntry[]): void;
  keepCase(kept: UnwrittenCase): void;
  /** Removes the secrets from a verdict before it leaves the session. */
  redact(verdict: UnwrittenVerdict): Verdict;
}

/** Names of the files in a run's folder. */
export const runFiles = { exchanges: 'exchanges.ndjson.gz', cases: 'cases.ndjson', journal: 'journal.ndjson' };

/** Writes evidence to the run's folder as it comes, without its secrets. */
export const openEvidenceFolder = ({ secrets, folder }: Pick<RunHandle, 'secrets' | 'folder'>): EvidenceStore => {
  const redactText = evidenceRedaction(secrets);
  /** Numbers of the exchanges in which a secret was found. */
  const withSecrets = new Set<number>();
  const journal = openJournal(join(folder, runFiles.journal));
  const exchanges = openPackedLines(join(folder, runFiles.exchanges));
  const casesFile = openSync(join(folder, runFiles.cases), 'a');
  let isOpen = true;
  return {
    isKept: true,
    exchange(exchange) {
      // the text repeats the parsed body
      const { json, heldSecret } = redactedJson({ ...exchange, body: undefined }, redactText);
      if (heldSecret) withSecrets.add(exchange.number);
      exchanges.add(json);
    },
    journal(entries) {
      if (isOpen) journal.note(entries);
    },
    keepCase(kept) {
      // a check that was cut off may still run for a moment
      if (!isOpen) return;
      const { exchanges: numbers, ...rest } = kept;
      const written = withShortTexts(
        redactDeep({ ...rest, deliveries: rest.deliveries.map(writtenDeliveries) }, redactText),
      );
      writeSync(casesFile, `${JSON.stringify({ ...written, exchanges: numbers })}\n`);
    },
    redact({ exchanges: shown, ...verdict }) {
      // an exchange was searched when it was written; only assertions were added since, and one search for all is faster
      const { rest, added } = redactDeep(
        { rest: verdict, added: shown.map(({ assertions }) => assertions) },
        redactText,
      );
      const clean = (exchange: RecordedExchange, index: number): RecordedExchange =>
        withSecrets.has(exchange.number)
          ? redactDeep(exchange, redactText)
          : { ...exchange, assertions: added[index] ?? [] };
      return asWritten(withShortTexts({ ...rest, exchanges: shown.map(clean) }));
    },
    [Symbol.dispose]() {
      isOpen = false;
      exchanges[Symbol.dispose]();
      closeSync(casesFile);
      journal[Symbol.dispose]();
    },
  };
};
