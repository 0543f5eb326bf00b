import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { type LoadResult, loadResultSchema } from '../../core/load-result.ts';
import { listen } from '../../fixtures/processes/listening.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { everyK6, testWithK6 } from '../../load/k6/test-k6.ts';
import { runSelo, type ServedTarget, serveTarget } from '../run/selo-process.ts';

const embedded = { policy: { timeScale: 0.05 }, choices: { webhooks: { timeoutFloorMs: 2000 } } };
/** A progress line that reports journeys. */
const underWay = /· [1-9]\d* journeys ·/;
const small = ['--rate', '20', '--duration', '3'];

const runLoad = (target: ServedTarget, ...args: string[]) =>
  runSelo(['load', ...args, '--profile', target.profileFile, '--out', target.out], { env: target.env });

const latestIn = async (out: string): Promise<LoadResult> =>
  loadResultSchema.parse(JSON.parse(await readFile(join(out, 'latest-load.json'), 'utf8')));

const withLoad =
  (change: Partial<Profile['load']>) =>
  (profile: Profile): Profile => ({ ...profile, load: { ...profile.load, ...change } });

// virtual users for answers that take seconds: on a busy machine every journey of the plan still begins
const oneCompany = withLoad({ companies: ['main'], journeySeconds: 5 });

describe('what may not be put under load is refused before anything is sent', () => {
  const refused: [string, (profile: Profile) => Profile, string[], RegExp][] = [
    [
      'a host that is not listed',
      withLoad({ allowedHosts: [] }),
      [],
      /does not allow load on 127\.0\.0\.1.*allowedHosts/s,
    ],
    ['production', (profile) => ({ ...profile, production: true }), [], /production/],
    ['a profile that only reads', (profile) => ({ ...profile, writes: false }), [], /writes: true/],
    [
      'a rate over the host’s',
      withLoad({ allowedHosts: [{ host: '127.0.0.1', maxRate: 10 }] }),
      ['--rate', '11'],
      /at most 10 a second/,
    ],
    [
      'a failing company that is none',
      oneCompany,
      ['--failing-receivers', 'nobody'],
      /--failing-receivers nobody: .*Name one of main/,
    ],
    [
      'a rate that needs a bigger machine',
      withLoad({ allowedHosts: [{ host: '127.0.0.1', maxRate: 1_000_000 }] }),
      ['--rate', '99000'],
      /journeys a second on a core, and this machine has \d+\. Use --rate \d+, .*--manifest/s,
    ],
    ['only failing companies', oneCompany, ['--failing-receivers', 'main'], /nothing would be delivered/],
    ['a drill of receivers where there are none', oneCompany, ['orders', '--drill', 'gone'], /has no receivers/],
    ['a restart without commands for it', oneCompany, ['--drill', 'restart'], /no load\.restart/],
    [
      'a drill with a failing receiver',
      (profile) => profile,
      ['--drill', 'gone', '--failing-receivers', 'main'],
      /Use one of the two/,
    ],
    [
      'a drill after the end',
      oneCompany,
      ['--drill', 'gone', '--duration', '10', '--drill-after', '8', '--drill-seconds', '3'],
      /end after the load, which lasts 10 s/,
    ],
    [
      'a breakpoint run too short for its steps',
      oneCompany,
      ['--shape', 'breakpoint', '--duration', '49'],
      /--duration 50 or more/,
    ],
    [
      'a search too short for its steps',
      oneCompany,
      ['--shape', 'search', '--duration', '39'],
      /--duration 40 or more/,
    ],
    ['stages that the profile does not have', oneCompany, ['--shape', 'stages'], /no load\.stages/],
    ['a search with a drill', oneCompany, ['--shape', 'search', '--drill', 'gone'], /Remove .* --drill/],
    ['a baseline that is not there', oneCompany, ['--gate', 'nowhere.json'], /does not exist/],
  ];
  test.for(refused)('%s', async ([, change, args, message]) => {
    await using target = await serveTarget(embedded, change);
    const script = args[0] === 'orders' ? [] : ['webhooks'];
    const { code, stderr, stdout } = await runLoad(target, ...script, ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(existsSync(target.out)).toBe(false);
  });

  testWithK6('a webhook that may not be taken over is left alone', async () => {
    await using target = await serveTarget(embedded, (profile) => ({
      ...oneCompany(profile),
      companies: profile.companies.map(({ webhook: _, ...company }) => company),
    }));
    const { code, stderr } = await runLoad(target, 'webhooks', ...small);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/replace the webhook of main.*takeOver: true/)]);
  });

  testWithK6('a profile that names no such journey cannot be judged', async () => {
    await using target = await serveTarget(embedded, withLoad({ weights: { buy: 1 } }));
    const { code, stderr } = await runLoad(target, 'orders', ...small);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/names "buy", which is no journey\. Use completed/)]);
  });
});

// each drives real load
describe('selo load', () => {
  testWithK6.for(everyK6())(
    'with k6 $version a sound target passes the gate, every notification is accounted for, and the files are there',
    async (k6) => {
      await using served = await serveTarget(embedded, oneCompany);
      // none of these may reach k6: they replace the scenarios
      const replacing = { K6_VUS: '1', K6_DURATION: '1s', K6_ITERATIONS: '1', K6_STAGES: '1s:1' };
      const target = { ...served, env: { ...served.env, ...replacing, SELO_K6: k6.path } };
      const { stdout, stderr } = await runLoad(target, 'mixed', ...small, '--gate', '--release', 'v1');
      const { run, conservation, irregularities, gate, rules } = await latestIn(target.out);
      expect(gate.reasons.filter(({ step, outcome }) => step === 'correctness' && outcome === 'fail')).toEqual([]);
      expect(run).toMatchObject({ script: 'mixed', ended: 'complete', k6: k6.version });
      expect(conservation.due).toBeGreaterThan(20);
      expect(conservation).toEqual({ ...conservation, deliveredOnce: conservation.due });
      expect(Object.values(irregularities).every((count) => count === 0)).toBe(true);
      expect(rules.length).toBeGreaterThan(3);
      expect(stdout).toContain(`Notifications due`);
      expect(stderr).toContain(`k6 ${k6.version} from SELO_K6: ${k6.path}`);
      const folder = /files: (.*)/.exec(stdout)?.[1] ?? '';
      for (const file of ['result.json', 'report.html', 'junit.xml', 'journeys.jsonl', 'plan.json']) {
        const written = await readFile(join(folder, file), 'utf8');
        for (const secret of Object.values(served.env)) expect([file, written.includes(secret)]).toEqual([file, false]);
      }
    },
  );

  testWithK6('a plain k6 repeats the plan of a run', async ({ k6 }) => {
    await using target = await serveTarget(embedded, oneCompany);
    const { stdout } = await runLoad(target, 'orders', ...small);
    const folder = /files: (.*)/.exec(stdout)?.[1] ?? '';
    const script = fileURLToPath(new URL('../../load/scripts/load.ts', import.meta.url));
    const summary = join(folder, 'k6-summary.json');
    await rm(summary);
    const env = { ...target.env, SELO_LOAD_PLAN: join(folder, 'plan.json') };
    await promisify(execFile)(k6.path, ['run', '--quiet', script], { env });
    const { metrics } = JSON.parse(await readFile(summary, 'utf8'));
    expect(metrics.iterations.values.count).toBeGreaterThan(60);
    expect(metrics.http_req_failed.values.rate).toBe(0);
  });

  testWithK6('a journey of one’s own is followed, and its thresholds decide the gate', async () => {
    await using target = await serveTarget(embedded, oneCompany);
    const script = join(target.out, '..', 'mine.ts');
    const journey = `import { sleep } from 'k6';
      import type { LoadJourney } from 'selo';
      export const options = { thresholds: { 'http_req_duration{name:PUT /orders/:id}': ['max<0'] } };
      export const journey: LoadJourney = (shop) => {
        shop.post('on-hold');
        sleep(0.2);
        shop.put('completed');
      };`;
    await writeFile(script, journey);
    const { code } = await runLoad(target, 'webhooks', '--script', script, ...small, '--gate');
    const { requests, conservation, gate, thresholds } = await latestIn(target.out);
    expect(requests.map(({ name }) => name)).toEqual(expect.arrayContaining(['POST /orders', 'PUT /orders/:id']));
    expect(conservation.due).toBeGreaterThan(20);
    expect(conservation.deliveredOnce).toBe(conservation.due);
    expect(thresholds).toEqual([{ text: 'http_req_duration{name:PUT /orders/:id} max<0', crossed: true }]);
    expect([code, gate.message]).toEqual([1, expect.stringContaining('max<0 of the script was crossed')]);
    await writeFile(script, journey.replace('thresholds:', 'rps: 5, thresholds:'));
    expect(await runLoad(target, 'webhooks', '--script', script, ...small)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('options.rps of the script would change the planned load'),
    });
    await writeFile(script, journey.replace('export const journey', 'export const main'));
    expect(await runLoad(target, 'webhooks', '--script', script, ...small)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('The script exports no function "journey"'),
    });
  });

  testWithK6('outputs of k6 hold the load alone', async () => {
    await using target = await serveTarget(embedded, oneCompany);
    const samples = join(target.out, '..', 'samples.json');
    await runLoad(target, 'webhooks', ...small, '--k6-out', `json=${samples}`);
    const { run, requests } = await latestIn(target.out);
    expect(run.ended).toBe('complete');
    const names = [...(await readFile(samples, 'utf8')).matchAll(/"metric":"http_reqs".*"name":"([^"]*)"/g)];
    expect(new Set(names.map(([, name]) => name))).toEqual(new Set(requests.map(({ name }) => name)));
  });

  testWithK6('k6 shows its page during the load, and a browser that stays open holds up nothing', async () => {
    await using target = await serveTarget(embedded, oneCompany);
    const running = runLoad(target, 'orders', ...small, '--k6-out', 'web-dashboard');
    const events = await vi.waitFor(() => fetch('http://127.0.0.1:5665/events'), { timeout: 40_000, interval: 100 });
    const first = await events.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toContain('k6 dashboard');
    const { stderr } = await running;
    expect(stderr).toContain('http://127.0.0.1:5665');
    const { run } = await latestIn(target.out);
    expect([run.ended, run.endedBy]).toEqual(['complete', undefined]);
  });

  testWithK6('outputs get the counts of notifications when they are known', async ({ k6, skip }) => {
    skip(k6.version.startsWith('1.'), 'k6 1 has this output as an experiment, which drops what a short run sends last');
    await using target = await serveTarget(embedded, oneCompany);
    const bodies: string[] = [];
    await using collector = await listen(
      createServer(async (request, response) => {
        bodies.push(await text(request));
        response.end();
      }),
    );
    const env = {
      ...target.env,
      K6_OTEL_EXPORTER_PROTOCOL: 'http/protobuf',
      K6_OTEL_HTTP_EXPORTER_INSECURE: 'true',
      K6_OTEL_HTTP_EXPORTER_ENDPOINT: `127.0.0.1:${collector.port}`,
    };
    await runLoad({ ...target, env }, 'webhooks', ...small, '--k6-out', 'opentelemetry');
    const ofLoad = bodies.filter((body) => body.includes('http_reqs'));
    const ofCounts = bodies.filter((body) => body.includes('webhooks_due'));
    expect([ofLoad.length > 0, ofCounts.length > 0]).toEqual([true, true]);
    expect(ofLoad.filter((body) => ofCounts.includes(body))).toEqual([]);
  });

  testWithK6('without a profile the embedded platform is driven, and --json prints the document alone', async () => {
    await using target = await serveTarget();
    const { code, stdout } = await runSelo(['load', 'orders', ...small, '--json', '--out', target.out]);
    expect(code).toBe(0);
    const { target: driven, conservation, orders } = loadResultSchema.parse(JSON.parse(stdout));
    expect([driven.isEmbedded, conservation.due]).toEqual([true, 0]);
    expect(orders.accepted).toBeGreaterThan(0);
  });

  testWithK6('a capture that the platform cannot reach is reported before any load', async () => {
    await using target = await serveTarget(embedded, (profile) => ({
      ...withLoad({ companies: ['main'], dispatchSeconds: 1 })(profile),
      tolerances: { ...profile.tolerances, slackMs: 100 },
      capture: { publicUrl: 'http://127.0.0.1:1' },
    }));
    const { code, stderr } = await runLoad(target, 'webhooks', ...small);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /no notification came for 3 probe orders.*Can the platform reach http:\/\/127\.0\.0\.1:1\?/s,
    );
  });

  testWithK6('a target that dies in mid-run stops the load, and what was seen is kept and judged', async () => {
    await using target = await serveTarget(embedded, oneCompany);
    let isFailing = false;
    const { code, stderr } = await runSelo(
      [
        'load',
        'orders',
        '--rate',
        '100',
        '--duration',
        '60',
        '--gate',
        '--profile',
        target.profileFile,
        '--out',
        target.out,
      ],
      {
        env: target.env,
        onStderr(soFar) {
          if (isFailing || !underWay.test(soFar)) return;
          isFailing = true;
          void target.stop();
        },
      },
    );
    expect([code, stderr]).toEqual([1, expect.not.stringMatching(/^\s+at /m)]);
    const { run, orders, requests } = await latestIn(target.out);
    expect(run).toMatchObject({ ended: 'aborted', endedBy: expect.stringMatching(/target/) });
    expect(orders.accepted).toBeGreaterThan(0);
    expect(requests.length).toBeGreaterThan(2);
  });

  testWithK6('a target that is not there is reported', async () => {
    await using target = await serveTarget(embedded, oneCompany);
    await target.stop();
    const { code, stderr } = await runLoad(target, 'orders', ...small);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/main: POST \/orders gave no answer.*selo doctor/s)]);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  testWithK6('an interrupted run counts what was sent', async () => {
    await using target = await serveTarget(embedded, oneCompany);
    const { code, stderr } = await runSelo(
      ['load', 'webhooks', '--rate', '20', '--duration', '60', '--profile', target.profileFile, '--out', target.out],
      {
        env: target.env,
        onStderr(soFar, kill) {
          if (underWay.test(soFar) && !soFar.includes('Interrupted')) kill('SIGINT');
        },
      },
    );
    expect([code, stderr]).toEqual([130, expect.stringContaining('Interrupted: counting what was sent')]);
    const { run, conservation } = await latestIn(target.out);
    expect(run.ended).toBe('interrupted');
    expect(conservation.deliveredOnce + conservation.pending).toBe(conservation.due);
  });

  testWithK6('a baseline of another configuration is refused, whatever the figures', async () => {
    await using target = await serveTarget(embedded, oneCompany);
    await runLoad(target, 'orders', ...small);
    const baseline = join(target.out, 'baseline.json');
    await writeFile(baseline, await readFile(join(target.out, 'latest-load.json')));
    const { code, stdout } = await runLoad(
      target,
      'orders',
      '--rate',
      '25',
      '--duration',
      '3',
      '--runs',
      '1',
      '--gate',
      baseline,
    );
    expect(stdout).toMatch(/configuration \(\w+ then, \w+ now\)/);
    expect(code).toBe(3);
  });

  testWithK6('files that cannot be written are reported', async () => {
    await using target = await serveTarget(embedded, oneCompany);
    await writeFile(target.out, 'a file where the folder should be');
    const { code, stderr } = await runLoad(target, 'orders', ...small);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/cannot be written to .*--out/s)]);
  });
});
