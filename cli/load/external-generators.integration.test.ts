import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { type LoadResult, loadResultSchema } from '../../core/load-result.ts';
import { type RunningK6, startK6 } from '../../load/k6/start-k6.ts';
import { testWithK6 } from '../../load/k6/test-k6.ts';
import { runSelo, serveTarget } from '../run/selo-process.ts';

const script = fileURLToPath(new URL('../../load/scripts/load.ts', import.meta.url));
/** Where a cluster would reach the target: the address must not be this machine. */
const clusterUrl = 'https://platform.example';
const planMap = z.object({ kind: z.literal('ConfigMap'), data: z.object({ 'plan.json': z.string() }) });

/** The plans of a manifest's generators, each with a folder of its own in place of the volume's. */
const plansIn = async (
  manifest: string,
  folder: string,
  baseUrl: string,
): Promise<{ planFile: string; own: string }[]> => {
  const maps = parseAllDocuments(await readFile(manifest, 'utf8')).flatMap((document) => {
    const parsed = planMap.safeParse(document.toJS());
    return parsed.success ? [parsed.data.data['plan.json']] : [];
  });
  return Promise.all(
    maps.map(async (plan, index) => {
      const own = join(folder, `generator-${index + 1}`);
      await mkdir(own, { recursive: true });
      const planFile = join(own, 'plan.json');
      await writeFile(planFile, plan.replaceAll('/journal', own).replaceAll(clusterUrl, baseUrl));
      return { planFile, own };
    }),
  );
};

const documentIn = async (out: string): Promise<LoadResult> =>
  loadResultSchema.parse(JSON.parse(await readFile(join(out, 'latest-load.json'), 'utf8')));

testWithK6(
  'what a manifest’s generators do is captured, counted and judged here, and again from the files',
  async ({ k6 }) => {
    // virtual users for answers that take seconds: on a busy machine every journey of the plan still begins
    await using target = await serveTarget(
      { policy: { timeScale: 0.05 }, choices: { webhooks: { timeoutFloorMs: 2000 } } },
      (profile) => ({
        ...profile,
        load: {
          ...profile.load,
          journeySeconds: 4,
          allowedHosts: [...profile.load.allowedHosts, { host: new URL(clusterUrl).hostname, maxRate: 100 }],
        },
      }),
    );
    const folder = dirname(target.out);
    const manifest = join(folder, 'run.yaml');
    const described = JSON.parse(await readFile(target.profileFile, 'utf8'));
    const ofCluster = join(folder, 'cluster.json');
    const reached = { baseUrl: clusterUrl, capture: { publicUrl: 'https://capture.example' } };
    await writeFile(ofCluster, JSON.stringify({ ...described, ...reached }));
    const printed = await runSelo(
      ['load', 'webhooks', '--rate', '30', '--duration', '4', '--profile', ofCluster, '--manifest', manifest],
      { env: target.env },
    );
    expect([printed.code, printed.stderr]).toEqual([0, expect.stringContaining('kubectl apply')]);
    const [, line = ''] = /^ {2}selo (load .*)$/m.exec(printed.stderr) ?? [];
    const volume = join(folder, 'volume');
    const args = line.replace('FOLDER', volume).replace(ofCluster, target.profileFile).split(' ');
    expect(args).toContain('--external-generators');

    const plans = await plansIn(manifest, volume, described.baseUrl);
    expect(plans).toHaveLength(3);
    let generators: Promise<RunningK6[]> | undefined;
    const { code, stderr, stdout } = await runSelo([...args, '--out', target.out], {
      env: target.env,
      onStderr(soFar, kill) {
        if (!soFar.includes('listening') || generators !== undefined) return;
        generators = Promise.all(
          plans.map(({ planFile, own }) =>
            startK6({
              k6,
              script,
              journalFile: join(own, 'journeys.jsonl'),
              environment: { SELO_LOAD_PLAN: planFile, ...target.env },
              outputs: [],
              dashboardFile: join(own, 'k6-dashboard.html'),
              flags: [],
            }),
          ),
        );
        // one that fails would be waited for
        void generators
          .then((all) => Promise.all(all.map(({ ended }) => ended)))
          .then((ends) => ends.some((end) => end.code !== 0) && kill('SIGINT'));
      },
    });
    expect([code, stderr]).toEqual([0, expect.stringContaining('external k6')]);
    expect(stdout).toContain('Notifications due');
    const result = await documentIn(target.out);
    expect(result.conservation.due).toBeGreaterThan(60);
    expect(result.conservation).toMatchObject({ deliveredOnce: result.conservation.due });
    expect(result.irregularities).toMatchObject({ unexpected: 0, external: 0 });
    expect(result.companies.map(({ name }) => name).toSorted()).toEqual(['main', 'second', 'third']);
    expect(result.health).toMatchObject({ dropped: 0, interrupted: 0 });

    const [run = ''] = (await readdir(target.out)).filter((name) => name.startsWith('load-'));
    const again = join(folder, 'again');
    const merged = await runSelo(['merge', join(target.out, run), ...plans.map(({ own }) => own), '--out', again]);
    expect([merged.code, merged.stderr]).toEqual([0, '']);
    const { conservation, irregularities, orders, health, requests } = await documentIn(again);
    expect({ conservation, irregularities, orders, journeys: health.journeys, requests }).toEqual({
      conservation: result.conservation,
      irregularities: result.irregularities,
      orders: result.orders,
      journeys: result.health.journeys,
      requests: result.requests,
    });
    for (const { ended } of (await generators) ?? []) await ended;
  },
);

test.for<[string[], RegExp]>([
  [['--external-generators', 'volume'], /needs --generators and --run/],
  [['--generators', '2'], /go with --external-generators/],
  [['--elsewhere', 'volume'], /--elsewhere has a new name: use --external-generators/],
  [['--dead', 'main'], /--dead has a new name: use --failing-receivers/],
  [['--tolerate', '1.2'], /--tolerate has a new name: use --max-regression/],
  [
    ['--external-generators', 'volume', '--generators', '2', '--run', 'A-1'],
    /at most 16 lower-case letters and digits/,
  ],
  [
    ['--external-generators', 'volume', '--generators', '2', '--run', 'a1', '--drill', 'gone'],
    /--drill does not go with/,
  ],
  [
    ['--external-generators', 'volume', '--generators', '2', '--run', 'a1', '--gate', 'old'],
    /--gate with a baseline does not go/,
  ],
  [['--manifest', 'run.yaml'], /cannot reach the embedded platform/],
])('options that make no run elsewhere are reported: %s', async ([args, message]) => {
  const { code, stderr } = await runSelo(['load', 'webhooks', ...args]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});

test('folders that hold no run are reported', async () => {
  await using target = await serveTarget();
  const { code, stderr } = await runSelo(['merge', dirname(target.out)]);
  expect([code, stderr]).toEqual([3, expect.stringMatching(/No folder contains run\.json of a load run/)]);
});
