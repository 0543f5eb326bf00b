import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { causeOf } from '../../core/verdict.ts';
import { testWithK6 } from '../../load/k6/test-k6.ts';
import { readResult } from '../report/read-result.ts';
import { type Ended, type RunSeloOptions, runSelo, serveTarget } from '../run/selo-process.ts';
import { linesIn } from '../run/test-killed-run.ts';
import {
  type ContainerTarget,
  containerTarget,
  platformCommand,
  timeScale,
  withoutUsers,
} from './test-container-target.ts';
import { composeCommand, containersOf, docker, dockerTrouble } from './test-docker.ts';
import { buildTestImage } from './test-image.ts';

const trouble = dockerTrouble();
if (trouble !== undefined) process.stderr.write(`Containers are not tried: ${trouble}.\n`);

const compose = trouble === undefined ? composeCommand() : undefined;
const withoutCompose = compose ? '' : ', not tried: Docker Compose is not there';

const resources = new AsyncDisposableStack();
let image = '';

const judged = (target: ContainerTarget, args: string[], watch: RunSeloOptions = {}): Promise<Ended> =>
  runSelo(['run', '--profile', target.profileFile, '--out', target.out, ...args], { env: target.env, ...watch });

const folderOf = ({ out }: ContainerTarget): string =>
  join(out, (existsSync(out) ? readdirSync(out) : []).find((name) => !name.endsWith('.json')) ?? '');

/** The platform in a container, with whatever is declared besides. */
const platform = (said: object = {}): Promise<ContainerTarget> =>
  containerTarget((env) => ({ container: { image, port: 4010, env, command: platformCommand, ...said } }));

/** So that a run is still under way when something happens to it. */
const slowly = { command: [...platformCommand, '--latency', '200'] };

/** Waits for something that a run brings about; a run that ended without it is a fault of the test. */
const during = async (ending: Promise<Ended>, hasCome: () => Promise<boolean>): Promise<void> => {
  let ended: Ended | undefined;
  void ending.then((reported) => {
    ended = reported;
  });
  while (!(await hasCome())) {
    if (ended) throw new Error(`the run ended with ${ended.code} before: ${ended.stdout}${ended.stderr}`);
    await delay(10);
  }
};

const judgedRules = (target: ContainerTarget): Promise<number> => linesIn(join(folderOf(target), 'verdicts.ndjson'));

/** Waits until a container has written this on either of its streams. */
const onceWritten = async (id: string, text: string): Promise<void> => {
  for (;;) {
    const isRunning = (await docker('inspect', '--format', '{{.State.Running}}', id)) === 'true';
    const { stdout, stderr } = await promisify(execFile)('docker', ['logs', id]);
    if ((stdout + stderr).includes(text)) return;
    if (!isRunning) throw new Error(`the container ended without "${text}": ${stdout}${stderr}`);
    await delay(50);
  }
};

/** A compose file of ours as a project of its own, with the image of these tests; disposing removes it. */
const composeProject = (file: string) => {
  const [command = '', ...args] = compose ?? [];
  const path = fileURLToPath(new URL(`../../deploy/compose.${file}.yaml`, import.meta.url));
  const secrets = readFileSync(new URL('../../deploy/.env.example', import.meta.url), 'utf8').matchAll(/^(\w+)=$/gm);
  const env = {
    ...process.env,
    SELO_IMAGE: image,
    SELO_HOST: 'certify.example.com',
    SELO_TIME_SCALE: String(timeScale),
    // any that is free: others listen where the file has it by default
    SELO_PORT: '0',
    ...Object.fromEntries([...secrets].map(([, name]) => [name, `a-secret-of-these-tests-${name}`])),
  };
  const run = async (...asked: string[]): Promise<string> => {
    const project = `selo-test-${file}-${process.pid}`;
    const { stdout } = await promisify(execFile)(command, [...args, '-f', path, '-p', project, ...asked], { env });
    return stdout.trim();
  };
  return {
    compose: run,
    async [Symbol.asyncDispose]() {
      await run('down', '--volumes');
    },
  };
};

type Verdicts = ReturnType<typeof readResult>['verdicts'];

/**
 * The verdicts of two runs, rule by rule. A machine that stalls disturbs the notifications of a rule, which then says so
 * instead of judging: such a rule is left out, and no other.
 */
const verdictsOfBoth = (first: Verdicts, second: Verdicts): [string, string][] => {
  const disturbed = (verdict: Verdicts[number]) =>
    verdict.outcome === 'unverified' && verdict.reason.startsWith('a fault was seen');
  const described = (verdict: Verdicts[number]) => `${verdict.rule} ${verdict.outcome} ${causeOf(verdict)}`;
  expect(first.map(({ rule }) => rule)).toEqual(second.map(({ rule }) => rule));
  return first.flatMap((verdict, index): [string, string][] => {
    const other = second[index];
    if (!other || disturbed(verdict) || disturbed(other)) return [];
    return [[described(verdict), described(other)]];
  });
};

/** Whatever was tried, nothing of it is there any more, and no secret of it is reported. */
const expectNothingLeft = async (target: ContainerTarget, { stdout, stderr }: Ended): Promise<void> => {
  expect(await containersOf(image)).toEqual([]);
  const file = join(folderOf(target), 'target.log');
  const log = existsSync(file) ? readFileSync(file, 'utf8') : '';
  for (const [name, value] of Object.entries(target.env)) {
    if (name.startsWith('SELO_')) expect(stdout + stderr + log).not.toContain(value);
  }
};

describe.skipIf(trouble !== undefined)(`containers${trouble === undefined ? '' : `: ${trouble}`}`, () => {
  beforeAll(async () => {
    image = resources.use(await buildTestImage()).name;
  });
  afterAll(() => resources.disposeAsync());

  test('a platform in a container is judged as the embedded one', async () => {
    await using target = await platform();
    await using embedded = await serveTarget({ policy: { timeScale } }, withoutUsers);
    const asked = ['--seed', '7', '--section', 'webhook-delivery', 'pagination'];
    const ended = await judged(target, asked);
    await runSelo(['run', '--profile', embedded.profileFile, '--out', embedded.out, ...asked], { env: embedded.env });
    const { verdicts, files, troubles, secretsReplaced, setUp } = readResult(folderOf(target));
    const unlike = verdictsOfBoth(verdicts, readResult(join(embedded.out, 'latest.json')).verdicts).filter(
      ([contained, other]) => contained !== other,
    );
    expect(unlike).toEqual([]);
    expect(verdicts.some(({ deliveries }) => deliveries.length > 0)).toBe(true);
    expect([ended.code, troubles, secretsReplaced]).toEqual([0, [], 0]);
    expect(setUp?.profile).toMatchObject({ target: { container: { image } } });
    expect(Object.keys(files ?? {})).toContain('target.log');
    expect(readFileSync(join(folderOf(target), 'target.log'), 'utf8')).toContain('«SELO_ACCESS_KEY»');
    expect((await runSelo(['verify', folderOf(target)])).stdout).toContain('✓ the result holds');
    await expectNothingLeft(target, ended);
  });

  test('one that ends in mid-run gives no false positive, and its end is reported', async () => {
    await using target = await platform(slowly);
    const ending = judged(target, ['--section', 'orders', 'pagination', 'customers']);
    await during(ending, async () => (await judgedRules(target)) >= 5);
    await docker('kill', ...(await containersOf(image)));
    const ended = await ending;
    const { counts, verdicts, troubles, residue } = readResult(folderOf(target));
    expect(ended.code).toBe(3);
    expect([counts.fail, counts.warn, counts.error]).toEqual([0, 0, 0]);
    expect(counts.pass).toBeGreaterThan(0);
    expect(verdicts.some((verdict) => causeOf(verdict) === 'unavailable')).toBe(true);
    expect(troubles.join('\n')).toContain('had ended by itself, with exit code 137; its log is in target.log');
    expect(ended.stdout).toContain('log of the target: ');
    expect(residue).toBeDefined();
    await expectNothingLeft(target, ended);
  });

  test.for<[what: string, said: object, reported: RegExp]>([
    [
      'does not answer',
      { command: ['capture', '--port', '4020'], waitFor: { seconds: 2 } },
      /was not ready within 2 s[\s\S]*GET \S+ gets no answer[\s\S]*Its log ends:[\s\S]*Notifications are received/,
    ],
    [
      'does not say that it is ready',
      { waitFor: { log: 'a line that never comes', seconds: 2 } },
      /no line of its log has "a line that never comes"/,
    ],
    [
      'answers that it is not',
      { waitFor: { path: '/healthz', seconds: 2 } },
      /GET http:\/\/127\.0\.0\.1:\d+\/healthz is answered with 40\d/,
    ],
    [
      'ends at once',
      { command: ['explain', 'NONE-1'] },
      /ended by itself with exit code 2[\s\S]*Its log ends:[\s\S]*NONE-1/,
    ],
    [
      'cannot be started',
      { command: ['x'.repeat(300_000)] },
      // whether Docker refuses to start it or sees it end depends on who is first
      /could not be started|ended by itself with exit code \d+[\s\S]*argument list too long/,
    ],
  ])('one that %s is reported, with its log', async ([, said, reported]) => {
    await using target = await platform(said);
    const ended = await judged(target, ['--rule', 'PAG-1']);
    expect([ended.code, ended.stdout]).toEqual([3, '']);
    expect(ended.stderr).toMatch(reported);
    if (ended.stderr.includes('Its log ends')) expect(ended.stderr).toContain('target.log');
    await expectNothingLeft(target, ended);
  });

  test('an image that nobody has is reported', async () => {
    await using target = await platform({ image: 'selo-test.invalid/none:1' });
    const { code, stderr } = await judged(target, ['--rule', 'PAG-1']);
    expect([code, stderr]).toEqual([3, expect.stringContaining('selo-test.invalid/none:1 of the target is not here')]);
  });

  test.for(['SIGINT', 'SIGTERM'] as const)('%s in mid-run leaves a partial report and no container', async (signal) => {
    await using target = await platform(slowly);
    let interrupt: (() => void) | undefined;
    const ending = judged(target, ['--section', 'orders', 'pagination', 'customers'], {
      onStderr(_, kill) {
        interrupt = () => kill(signal);
      },
    });
    await during(ending, async () => (await judgedRules(target)) >= 3);
    interrupt?.();
    const ended = await ending;
    expect([ended.code, readResult(folderOf(target)).run.interrupted]).toEqual([130, true]);
    await expectNothingLeft(target, ended);
  });

  test('Ctrl-C while it starts leaves no container', async () => {
    await using target = await platform({ waitFor: { log: 'a line that never comes', seconds: 600 } });
    let interrupt: (() => void) | undefined;
    const ending = judged(target, ['--rule', 'PAG-1'], {
      onStderr(_, kill) {
        interrupt = () => kill('SIGINT');
      },
    });
    await during(ending, async () => (await containersOf(image)).length > 0);
    interrupt?.();
    const ended = await ending;
    expect([ended.code, ended.stderr]).toEqual([
      130,
      expect.stringContaining('Interrupted before the target was ready'),
    ]);
    await expectNothingLeft(target, ended);
  });

  test.skipIf(!compose)(`a service of a compose file is judged, with what it depends on${withoutCompose}`, async () => {
    await using target = await containerTarget((env) => ({
      compose: { file: 'compose.yaml', service: 'platform', port: 4010, env: { IMAGE: image, ...env } },
    }));
    const shared = 'image: $IMAGE\n    restart: "no"';
    writeFileSync(
      join(target.folder, 'compose.yaml'),
      `services:
  platform:
    ${shared}
    command: ${JSON.stringify(platformCommand)}
    environment: [${Object.keys(target.env).filter((name) => name.startsWith('SELO_'))}]
    ports: ["4010"]
    depends_on: [beside]
  beside:
    ${shared}
    command: [capture]
  other:
    ${shared}
    command: [capture]
`,
    );
    const ended = await judged(target, ['--rule', 'PAG-1', 'DLV-1'], { cwd: target.folder });
    const { counts, troubles } = readResult(folderOf(target));
    expect([ended.code, counts.pass, troubles]).toEqual([0, 2, []]);
    const log = readFileSync(join(folderOf(target), 'target.log'), 'utf8');
    expect(log).toMatch(/^platform \| The platform listens/m);
    expect(log).toMatch(/^beside \| Notifications are received/m);
    expect(log).not.toContain('other | ');
    await expectNothingLeft(target, ended);

    const unpublished = { ...target, out: join(target.folder, 'again') };
    const file = join(target.folder, 'compose.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('ports: ["4010"]', ''));
    const refused = await judged(unpublished, ['--rule', 'PAG-1'], { cwd: target.folder });
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('give the service ports: ["4010"]')]);
    expect(await containersOf(image)).toEqual([]);
  });

  describe('the image', () => {
    /** What the compose files and the guide start it with. */
    const guarded = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

    test('judges with a read-only file system and without rights, and leaves its reports in a volume', async () => {
      const volume = `selo-test-${process.pid}`;
      try {
        const run = ['run', '--rm', ...guarded, '--volume', `${volume}:/app/reports`, image];
        expect(await docker(...run, 'run', '--rule', 'PAG-1', 'DLV-1')).toContain('rules tested');
        expect(await docker(...run, 'verify', 'reports/out/latest.json')).toContain('✓ the result holds');
      } finally {
        await docker('volume', 'rm', '--force', volume);
      }
    });

    test('runs as nobody in particular, and writes nowhere else', async () => {
      const node = ['run', '--rm', ...guarded, '--entrypoint', 'node', image, '--eval'];
      expect(await docker(...node, 'console.log(process.getuid(), process.getgid())')).toBe('1000 1000');
      const folders = JSON.stringify(['/selo', '/app', '/etc', '/']);
      const script = `${folders}.map((folder) => { try { fs.accessSync(folder, 2); console.log(folder) } catch {} })`;
      expect(await docker('run', '--rm', '--entrypoint', 'node', image, '--eval', script)).toBe('');
    });

    testWithK6('has k6', async ({ k6 }) => {
      const version = await docker('run', '--rm', ...guarded, '--entrypoint', 'k6', image, 'version');
      expect(version).toContain(`k6 v${k6.version}`);
    });

    test.for<[command: string, begun: string, code: number]>([
      ['platform --host 0.0.0.0', 'The platform listens', 0],
      ['capture', 'Notifications are received', 0],
      ['run --section webhook-delivery', 'Judging', 130],
    ])('is well while it runs %s, and ends by itself on SIGTERM', async ([command, begun, code]) => {
      const id = await docker(
        'run',
        '--detach',
        ...guarded,
        '--tmpfs',
        '/app/reports:uid=1000',
        image,
        ...command.split(' '),
      );
      try {
        await onceWritten(id, begun);
        await docker('exec', id, 'node', '/selo/fixtures/containers/healthcheck.js');
        // it would be killed after these seconds
        await docker('stop', '--time', '600', id);
        expect(await docker('inspect', '--format', '{{.State.ExitCode}}', id)).toBe(String(code));
      } finally {
        await docker('rm', '--force', '--volumes', id);
      }
    });

    test.skipIf(!compose).for<[file: string, service: string, begun: string]>([
      ['capture', 'selo', 'Notifications are received at https://certify.example.com'],
      ['certify', 'selo', 'address        https://certify.example.com'],
      ['sandbox', 'platform', 'The platform listens'],
    ])(`serves as deploy/compose.%s.yaml has it${withoutCompose}`, async ([file, service, begun]) => {
      await using project = composeProject(file);
      await project.compose('up', '--detach', '--no-deps', service);
      const id = await project.compose('ps', '--quiet', service);
      await onceWritten(id, begun);
      expect(await docker('inspect', '--format', '{{.State.Running}}', id)).toBe('true');
      if (file !== 'sandbox') return;
      const asked = ['--profile', 'reports/sandbox.json', '--base-url', 'http://127.0.0.1:4010', '--rule', 'DLV-1'];
      expect(await project.compose('run', '--rm', 'run', 'run', ...asked)).toContain('rules tested');
    });
  });
});
