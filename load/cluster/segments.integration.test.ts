import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { RunFigures } from '../../core/load-result.ts';
import { openClient } from '../../fixtures/client/client.ts';
import { redactionOf } from '../../fixtures/redaction/redaction.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { forkEmbedded } from '../../platform/embedded/fork-embedded.ts';
import { startLoadCapture } from '../capture/start-load-capture.ts';
import { type JourneyFact, readFact } from '../facts.ts';
import { decoded } from '../gate/statistics/test-histogram.ts';
import { startK6 } from '../k6/start-k6.ts';
import { testWithK6 as test } from '../k6/test-k6.ts';
import { writeRunSheet } from '../run/figures/run-sheet.ts';
import { takeRegistrations } from '../run/prepare/prepare.ts';
import { type LoadRequest, planOf } from '../run/prepare/prepare-plan.ts';
import { mergeRuns } from './merge.ts';
import { testSheet } from './test-sheet.ts';

const merge = async (folders: readonly string[]) => (await mergeRuns(folders)).figures;

const whole = [[]];
const thirds = ['0:1/3', '1/3:2/3', '2/3:1'].map((segment) => [
  `--execution-segment=${segment}`,
  '--execution-segment-sequence=0,1/3,2/3,1',
]);
const script = fileURLToPath(new URL('../scripts/load.ts', import.meta.url));
/** The last journey of a scenario is due 49 ms before its end. Nearer to it, chance decides whether it still begins. */
const rate = 12.2;

const journeysIn = async (folders: readonly string[]): Promise<JourneyFact[]> => {
  const texts = await Promise.all(folders.map((folder) => readFile(join(folder, 'journeys.jsonl'), 'utf8')));
  return texts
    .flatMap((text) => text.split('\n').map(readFact))
    .filter((fact): fact is JourneyFact => fact?.[0] === 'j');
};

/** What each journey was: its company, its kind, and its place in the plan. */
const placesOf = (journeys: readonly JourneyFact[]): string[] =>
  journeys
    .map(
      ([, scenario, company, journey, , , order]) =>
        `${scenario} ${order?.[0].split('-').at(-1)} ${company} ${journey}`,
    )
    .toSorted();

const indexesOf = (journeys: readonly JourneyFact[], scenario: string): number[] =>
  journeys
    .filter(([, name]) => name === scenario)
    .map(([, , , , , , order]) => Number(order?.[0].split('-').at(-1)))
    .toSorted((one, other) => one - other);

test('three generators with a third of the plan each send the same as one with the whole plan', async ({ k6 }) => {
  await using resources = new AsyncDisposableStack();
  const { path: root } = resources.use(await temporaryFolder());
  const { profile: embedded, secrets } = resources.use(
    await forkEmbedded({
      timeScale: 0.05,
      webhooks: { timeoutFloorMs: 2_000, maxInFlight: 256 },
    }),
  );
  // virtual users for answers that take seconds: on a busy machine every journey of the plan still begins
  const profile = { ...embedded, load: { ...embedded.load, journeySeconds: 4 } };
  const client = resources.use(
    openClient({
      baseUrl: profile.baseUrl,
      concurrency: 4,
      timeoutSeconds: 10,
      redact: redactionOf(secrets),
      onExchange: () => {},
    }),
  );
  const request: Omit<LoadRequest, 'seed'> = { script: 'webhooks', shape: 'steady', rate, seconds: 4, jitter: false };

  /** Runs a plan in several processes, and waits until its notifications are accounted for. */
  const runWith = async (
    runId: string,
    seed: number,
    flagsOfEach: readonly string[][],
  ): Promise<{ folders: string[]; figures: RunFigures }> => {
    const folder = join(root, runId);
    await using capture = await startLoadCapture({
      folder,
      processes: 2,
      companies: profile.companies.map(({ name }) => name),
      refuseEvery: 10,
      refuseTimes: 2,
      failingReceivers: [],
      sampleEvery: 20,
    });
    await using _registrations = await takeRegistrations(
      client,
      profile,
      profile.companies.map((company) => ({ company, url: capture.urlOf(company.name) })),
    );
    const startedAt = new Date().toISOString();
    const generators = await Promise.all(
      flagsOfEach.map(async (flags, index) => {
        const generator = join(folder, `generator-${index + 1}`);
        await mkdir(generator, { recursive: true });
        const plan = planOf(profile, { ...request, seed }, { runId, summaryFile: join(generator, 'k6-summary.json') });
        await writeFile(join(generator, 'plan.json'), JSON.stringify(plan));
        const running = await startK6({
          k6,
          script,
          journalFile: join(generator, 'journeys.jsonl'),
          environment: {
            SELO_LOAD_PLAN: join(generator, 'plan.json'),
            ...Object.fromEntries(
              [profile.accessHeader.value, ...profile.companies.map(({ token }) => token)].map(({ env, value }) => [
                env,
                value,
              ]),
            ),
          },
          outputs: [],
          dashboardFile: join(generator, 'k6-dashboard.html'),
          flags,
        });
        expect(await running.ended).toMatchObject({ code: 0, errors: [] });
        return generator;
      }),
    );
    const folders = [...generators, folder];
    const sheet = testSheet(runId, (ours) => {
      ours.run = { ...ours.run, startedAt, seed };
      ours.plan.companies = profile.companies.map(({ name }) => name);
      ours.timing = { timeScale: profile.timeScale, dispatchMs: 20_000, timeoutMs: 2_000 };
    });
    for (;;) {
      const health = await capture.health();
      writeRunSheet(folder, { ...sheet, capture: health, settledMs: Date.now() }, redactionOf(secrets));
      const figures = await merge(folders);
      if (figures.conservation.pending === 0) return { folders, figures };
      await delay(100);
    }
  };

  const together = await runWith('a1a1a1a1', 1, thirds);
  // customers of its own: a flow may run once for each
  const alone = await runWith('b2b2b2b2', 1_000_000, whole);

  const [parts, all] = [await journeysIn(together.folders.slice(0, -1)), await journeysIn(alone.folders.slice(0, -1))];
  for (const [scenario, planned] of [
    ['warmup', 37],
    ['measure', 49],
  ] as const) {
    const indexes = indexesOf(parts, scenario);
    expect(indexes).toEqual(indexes.map((_, index) => index));
    expect(indexes.length).toBe(planned);
  }
  expect(placesOf(parts)).toEqual(placesOf(all));

  const { due, deliveredOnce } = together.figures.conservation;
  expect(deliveredOnce).toBe(due);
  expect(together.figures.conservation).toEqual(alone.figures.conservation);
  expect(together.figures.irregularities).toMatchObject({ unexpected: 0, rejectedButNotified: 0, external: 0 });
  expect(together.figures.health).toMatchObject({ journeys: 86, dropped: 0, interrupted: 0 });
  // each process of the capture refuses twice: a delivery takes three attempts where all reach the same one, else more
  expect(Math.max(...together.figures.webhooks.attemptsPerDelivery.slice(2))).toBeGreaterThan(0);
  expect(together.figures.run.merged).toEqual(['a1a1a1a1']);

  const latencyOf = async (folders: readonly string[]) =>
    (await merge(folders)).requests.find(({ name }) => name === 'POST /orders')?.latencyMs;
  const sheetFolder = together.folders.at(-1) ?? '';
  const perGenerator = await Promise.all(
    together.folders.slice(0, -1).map((generator) => latencyOf([generator, sheetFolder])),
  );
  const added = decoded(perGenerator.filter((spread) => spread !== undefined));
  expect(await latencyOf(together.folders)).toMatchObject({
    count: added.totalCount,
    p50: added.getValueAtPercentile(50) / 1000,
    max: added.getValueAtPercentile(100) / 1000,
  });

  const copies = await Promise.all(
    together.folders.slice(0, 3).map(async (folder) => {
      const copy = join(root, `copy-of-${basename(folder)}`);
      await cp(folder, copy, { recursive: true });
      return copy;
    }),
  );
  expect(await merge([...copies, ...together.folders, ...together.folders])).toEqual(together.figures);
  await expect(merge([...together.folders, ...alone.folders.slice(0, 1)])).rejects.toThrow('is of the run b2b2b2b2');
});
