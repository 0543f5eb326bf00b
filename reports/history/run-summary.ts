import { z } from 'zod';
import { causeSchema, levelSchema, outcomeSchema } from '../../core/outcome.ts';
import { resultSchema } from '../../core/result.ts';
import { stabilitySchema } from '../../core/verdict.ts';
import { tallyOf } from '../conclude.ts';
import { excerpt } from '../kit/printable.ts';

const { schema, suite, run, target } = resultSchema.shape;

/** The head of a result. Other properties are ignored. */
export const runHeadSchema = z.object({
  schema,
  suite: z.object({
    ...suite.pick({ version: true }).shape,
    /** Digest of the rules: two builds of one version may differ. */
    rules: z.exactOptional(z.string()),
  }),
  run: z.object({
    ...run.pick({ id: true, seed: true, depth: true, startedAt: true, interrupted: true, path: true }).shape,
    /** The run has not ended, or was killed; its verdicts are not in the file. */
    unfinished: z.exactOptional(z.boolean()),
  }),
  target: z.object(target.pick({ name: true, baseUrl: true }).shape),
});

export type RunHead = z.output<typeof runHeadSchema>;

const summedVerdict = z.object({
  rule: z.string(),
  text: z.string(),
  level: levelSchema,
  outcome: outcomeSchema,
  cause: z.exactOptional(causeSchema),
  stability: z.exactOptional(stabilitySchema),
  /** Properties only. */
  search: z.exactOptional(z.object({ seed: z.int() })),
});

/** Reads a result into a summary. The figures are counted again, so that they match the verdicts. */
export const runSummarySchema = z
  .object({ ...runHeadSchema.shape, verdicts: z.array(summedVerdict) })
  .transform((read) => ({ ...read, ...tallyOf(read.verdicts) }));

/** What a history keeps of a run: a result without its evidence. A `Result` is also one. */
export type RunSummary = Readonly<z.output<typeof runSummarySchema>>;
export type SummedVerdict = RunSummary['verdicts'][number];

/** Identifies a run in a history. */
export interface RunRef {
  id: string;
  /** ISO 8601. */
  startedAt: string;
}

export const refOf = ({ run: { id, startedAt } }: RunHead): RunRef => ({ id, startedAt });

const maxIdLength = 40;

/** A run as printable text: `2026-11-21 10:00 (a1b2c3d4)`, in UTC. */
export const describeRef = ({ id, startedAt }: RunRef): string =>
  `${minuteOf(startedAt)} (${excerpt(id, maxIdLength)})`;

/** The minute of an ISO date: `2026-11-21 10:00`. */
export const minuteOf = (startedAt: string): string => startedAt.slice(0, 16).replace('T', ' ');
