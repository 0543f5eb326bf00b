import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { type StoredExchange, storedExchangeSchema } from '../../core/exchange.ts';
import type { Result } from '../../core/result.ts';
import { type StoredCase, storedCaseSchema } from '../../core/verdict.ts';
import type { RecordedExchange } from '../../fixtures/exchange.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { wholeLinesIn } from '../../fixtures/reading/whole-lines.ts';
import { exchangesFileIn, runFiles } from '../../suites/session/evidence-folder.ts';
import { fileDigest } from '../document-digest.ts';
import { asExchanged } from './recorded-run.ts';

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
  [dirname(file), join(dirname(file), run.id)].find(exchangesFileIn);

/** Reads the evidence of the result in `file`. Empty if it is missing; changed or invalid files are problems. */
export const evidenceBeside = (file: string, result: Result): FoundEvidence => {
  const folder = folderOf(file, result);
  const exchangesFile = folder === undefined ? undefined : exchangesFileIn(folder);
  if (folder === undefined || exchangesFile === undefined || !result.files) return { problems: [] };
  const names = [exchangesFile, runFiles.cases];
  const missing = names.filter((name) => !existsSync(join(folder, name)));
  if (missing.length > 0) return { problems: [] };
  const changed = names.filter((name) => fileDigest(join(folder, name)) !== result.files?.[name]);
  if (changed.length > 0) {
    return { problems: changed.map((name) => `${join(folder, name)} was changed after it was written`) };
  }
  const exchanges = linesOf(join(folder, exchangesFile), storedExchangeSchema);
  const cases = linesOf(join(folder, runFiles.cases), storedCaseSchema);
  if (!exchanges || !cases) return { problems: [`what lies in ${folder} cannot be read as what a run leaves there`] };
  return {
    files: {
      exchanges: exchanges.map(asExchanged),
      byNumber: new Map(exchanges.map((exchange) => [exchange.number, exchange])),
      cases: Map.groupBy(cases, ({ rule }) => rule),
    },
    problems: [],
  };
};
