import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isObject } from '../../../core/json.ts';
import { loadResultSchema } from '../../../core/load-result.ts';
import { loadObjectivesSchema } from '../../../fixtures/profile/load-schema.ts';
import { readJson } from '../../../fixtures/reading/read-json.ts';
import { LoadError } from '../load-error.ts';
import { lookupsSchema } from '../settle/settle.ts';

const { run, target, plan, health, drills } = loadResultSchema.shape;

export const sheetVersion = 'selo-load-run/4';

const orderFact = z
  .tuple([
    z.string(),
    z.string().nullable(),
    z.number(),
    z.number(),
    z.number(),
    z.enum(['accepted', 'refused', 'ambiguous']),
  ])
  .readonly();

/** What the figures of a run are computed from, together with its journals. */
const runSheetSchema = z.strictObject({
  schema: z.literal(sheetVersion),
  run: run.omit({ durationSeconds: true, loadSeconds: true, merged: true }),
  target,
  plan,
  timing: z.strictObject({ timeScale: z.number(), dispatchMs: z.number(), timeoutMs: z.number() }),
  objectives: loadObjectivesSchema,
  /** Companies whose receiver refused every attempt. */
  failingReceivers: z.array(z.string()),
  /** The drills, with times in ms since the epoch. */
  drills: z.array(z.strictObject({ kind: drills.element.shape.kind, fromMs: z.number(), toMs: z.number() })),
  generatorCpu: health.shape.generatorCpu,
  errors: health.shape.errors,
  capture: health.shape.capture,
  /** What is in no journal: the orders of the probes, and the lookups of the target. */
  observations: lookupsSchema.extend({ orders: z.array(z.tuple([z.string(), orderFact])) }),
  /** When the ledger was settled, in ms since the epoch. */
  settledMs: z.number(),
});

export type RunSheet = z.output<typeof runSheetSchema>;

const sheetFile = 'run.json';

/** Writes the sheet, redacted, into the folder of the run. */
export const writeRunSheet = (folder: string, sheet: RunSheet, redact: (text: string) => string): void => {
  writeFileSync(join(folder, sheetFile), `${redact(JSON.stringify(sheet))}\n`);
};

/** The sheet in a folder; undefined if there is none. Throws `LoadError` if it has another version or is not valid. */
export const readRunSheet = (folder: string): RunSheet | undefined => {
  const file = join(folder, sheetFile);
  if (!existsSync(file)) return undefined;
  const content = readJson(file, (message) => new LoadError(message));
  const parsed = runSheetSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const schema = isObject(content) && typeof content.schema === 'string' ? content.schema : 'unknown';
  if (schema === sheetVersion) {
    throw new LoadError(
      `${file} is not a valid run sheet:\n${z.prettifyError(parsed.error)}\nRun the load test again.`,
    );
  }
  throw new LoadError(
    `${file} has the schema ${schema} and cannot be merged: this version of Selo reads ${sheetVersion}. Run the load test again.`,
  );
};
