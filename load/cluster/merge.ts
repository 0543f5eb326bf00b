import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { RunFigures } from '../../core/load-result.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { CaptureHealth } from '../capture/start-load-capture.ts';
import { highestShare } from '../k6/cpu-watch.ts';
import { summaryFile } from '../plan.ts';
import { figuresOf } from '../run/figures/build-figures.ts';
import { type RunSheet, readRunSheet } from '../run/figures/run-sheet.ts';
import { LoadError } from '../run/load-error.ts';
import { createRunRecord, type RunRecord, readJournals, sentOrdersIn } from '../run/record/journals.ts';
import { type Iterations, iterationsIn, judgeSteps, sumOfIterations } from '../run/send/steps.ts';
import { applyLookups } from '../run/settle/settle.ts';
import { scenariosOf } from '../shapes.ts';
import { uniteJournals } from './unite-journals.ts';

/** What must be equal, in words. The digest is last, since it does not say what differs. */
const compared: readonly [what: string, of: (sheet: RunSheet) => unknown][] = [
  ['target', ({ target }) => target.baseUrl],
  ['script', ({ run }) => run.script],
  ['shape', ({ run }) => run.shape],
  ['rate', ({ plan }) => plan.rate],
  ['seconds', ({ plan }) => plan.seconds],
  ['arrivals', ({ plan }) => plan.arrivals],
  ['weights', ({ plan }) => plan.weights],
  ['share of sampled answers', ({ plan }) => plan.sampleEvery],
  ['share of refused deliveries', ({ plan }) => plan.refuseEvery],
  ['times', ({ timing }) => timing],
  ['version of Selo', ({ run }) => run.selo],
  ['version of k6', ({ run }) => run.k6],
  ['flows, templates or objectives', ({ run }) => run.configuration],
];

/** Throws `LoadError` with the first difference. */
const requireEqualPlans = (first: RunSheet, others: readonly RunSheet[]): void => {
  for (const sheet of others) {
    const difference = compared.find(([, of]) => !isDeepStrictEqual(of(sheet), of(first)));
    if (difference === undefined) continue;
    const [what, of] = difference;
    throw new LoadError(
      `The runs ${first.run.id} and ${sheet.run.id} are not of the same configuration: ${what} ${JSON.stringify(of(first))} and ${JSON.stringify(of(sheet))}. Merge runs of one plan.`,
    );
  }
};

const isJournal = (name: string): boolean => /^(journeys|arrivals-).*\.jsonl$/.test(name);
/** The start of a journal that contains an order, if the journal does. */
const beginningBytes = 64 * 1024;

const distinct = <T>(values: readonly T[]): T[] =>
  values.filter((value, index) => values.findIndex((other) => isDeepStrictEqual(other, value)) === index);

/** The run of the first order in a journal; undefined without one. */
const runIdIn = async (journal: string): Promise<string | undefined> => {
  await using file = await open(journal);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(beginningBytes));
  return /\["selo-([^-"]+)-/.exec(buffer.toString('latin1', 0, bytesRead))?.[1];
};

const journalsOf = async (folder: string, runIds: readonly string[]): Promise<string[]> => {
  const journals = readdirSync(folder)
    .filter(isJournal)
    .toSorted()
    .map((name) => join(folder, name));
  if (journals.length === 0)
    throw new LoadError(`${folder} contains no journal of a load run. Name the folder of a run.`);
  for (const journal of journals) {
    const runId = await runIdIn(journal);
    if (runId !== undefined && !runIds.includes(runId)) {
      throw new LoadError(
        `${journal} is of the run ${runId}, and the folders contain the sheets of ${runIds.join(', ')}. Add the folder of that run, or leave the journal out.`,
      );
    }
  }
  return journals;
};

const iterationsOf = (folders: readonly string[]): Iterations | undefined => {
  const summaries = folders
    .map((folder) => join(folder, summaryFile))
    .filter(existsSync)
    .map((file) => readFileSync(file, 'utf8'));
  return sumOfIterations([...new Set(summaries)].map(iterationsIn));
};

const sumOf = (sheets: readonly RunSheet[], of: (capture: CaptureHealth) => number): number =>
  sheets.reduce((sum, { capture }) => sum + of(capture), 0);

const captureHealthOf = (sheets: readonly RunSheet[]): CaptureHealth => ({
  processes: sumOf(sheets, ({ processes }) => processes),
  received: sumOf(sheets, ({ received }) => received),
  overloaded: sumOf(sheets, ({ overloaded }) => overloaded),
  turnedAway: sumOf(sheets, ({ turnedAway }) => turnedAway),
  unreadable: sumOf(sheets, ({ unreadable }) => unreadable),
  loopDelayP99Ms: Math.max(...sheets.map(({ capture }) => capture.loopDelayP99Ms)),
  memoryMiB: sumOf(sheets, ({ memoryMiB }) => memoryMiB),
});

const worstFirst: readonly RunFigures['run']['ended'][] = ['aborted', 'interrupted', 'complete'];

/** The sheets in the folders, each once, in an order that does not depend on that of the folders. */
const readSheets = (folders: readonly string[]): readonly [RunSheet, ...RunSheet[]] => {
  const [first, ...others] = distinct(folders.map(readRunSheet).filter((sheet) => sheet !== undefined)).toSorted(
    (one, other) =>
      one.run.id.localeCompare(other.run.id, 'en') || one.run.startedAt.localeCompare(other.run.startedAt, 'en'),
  );
  if (first === undefined) {
    throw new LoadError(
      `No folder contains run.json of a load run: ${folders.join(', ')}. Name the folder that "npx selo load" wrote.`,
    );
  }
  requireEqualPlans(first, others);
  return [first, ...others];
};

/** Everything that the journals and the sheets report. */
const readRecord = async (
  sheets: readonly [RunSheet, ...RunSheet[]],
  journals: readonly string[],
): Promise<RunRecord> => {
  const record = createRunRecord(sheets[0].timing);
  const { ledger } = record;
  for (const drill of distinct(sheets.flatMap(({ drills }) => drills))) ledger.drilled(drill);
  const observations = distinct(sheets.map((sheet) => sheet.observations));
  for (const [company, order] of observations.flatMap(({ orders }) => orders)) ledger.order(company, order);
  const work = await mkdtemp(join(tmpdir(), 'selo-merge-'));
  try {
    const union = join(work, 'union.jsonl');
    await uniteJournals(journals, union);
    await using reading = readJournals([union], record);
    await reading.read();
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  applyLookups(ledger, observations);
  return record;
};

interface Merged {
  figures: RunFigures;
  /** The objectives in the profile of the runs. */
  objectives: RunSheet['objectives'];
}

/**
 * Merges runs from the journals in their folders, `journeys*.jsonl` and `arrivals-*.jsonl`. A folder without a run sheet
 * is a part of a run whose sheet is in another folder. A fact in several journals counts once. The rates of runs with
 * different ids add up. Rejects with `LoadError` if the runs differ in their configuration.
 */
export const mergeRuns = async (folders: readonly string[]): Promise<Merged> => {
  const sheets = readSheets(folders);
  const [first] = sheets;
  const { shape } = first.run;
  if (shape === 'search') {
    throw new LoadError('Runs of the shape search cannot be merged: each searched by itself. Merge breakpoint runs.');
  }
  const runIds = distinct(sheets.map(({ run }) => run.id));
  const journals = (await Promise.all(folders.map((folder) => journalsOf(folder, runIds)))).flat();

  const record = await readRecord(sheets, journals);
  const { ledger, traffic } = record;

  const rate = first.plan.rate * runIds.length;
  const main = scenariosOf({ ...first.plan, shape, rate }).at(-1);
  const segments = main?.segments ?? [];
  const startedAt = sheets.map(({ run }) => run.startedAt).toSorted()[0] ?? first.run.startedAt;
  const beganMs = (traffic.startedMs ?? Date.parse(startedAt)) + (main?.startSeconds ?? 0) * 1000;
  const ends = sheets.map(({ run }) => run);
  const worst = worstFirst.flatMap((ended) => ends.filter((run) => run.ended === ended))[0] ?? first.run;
  const cpuShare = highestShare(sheets.map(({ generatorCpu }) => generatorCpu));
  const users = first.plan.users * runIds.length;
  const generator = { users, cpuBetween: () => cpuShare };
  const steps =
    shape === 'breakpoint'
      ? judgeSteps(segments, { traffic, ledger, beganMs, objectives: first.objectives, generator })
      : [];

  const settlement = ledger.settle(Math.max(...sheets.map(({ settledMs }) => settledMs)));
  const figures = figuresOf({
    run: {
      ...first.run,
      id: runIds.join('+'),
      startedAt,
      ended: worst.ended,
      ...omitUndefined({ endedBy: worst.endedBy }),
      merged: runIds,
    },
    target: first.target,
    plan: { ...first.plan, rate, users, companies: distinct(sheets.flatMap(({ plan }) => plan.companies)) },
    record,
    sent: { steps, drills: distinct(sheets.flatMap(({ drills }) => drills)) },
    ambiguousFound: distinct(sheets.map((sheet) => sheet.observations)).reduce(
      (sum, { ambiguousFound }) => sum + ambiguousFound,
      0,
    ),
    settlement,
    sentOrders: await sentOrdersIn(journals, new Set(Object.values(settlement.examples).flat())),
    k6: {
      code: undefined,
      errors: distinct(sheets.flatMap(({ errors }) => errors)),
      cpuShare,
      cpuBetween: () => cpuShare,
    },
    iterations: iterationsOf(folders),
    captureHealth: captureHealthOf(sheets),
    failingReceivers: distinct(sheets.flatMap(({ failingReceivers }) => failingReceivers)),
    mainMs: beganMs,
    segments,
  });
  return { figures, objectives: first.objectives };
};
