import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../fixtures/test-folder.ts';
import { formats } from '../reports/formats/formats.ts';
import { sampleFailure, sampleResult, sampleVerdict } from '../reports/test-samples.ts';
import { runSelo } from './run/selo-process.ts';
import { guideNamed, runScript } from './test-guide.ts';
import { scriptsTriedBy } from './test-tried-scripts.ts';

const sample = sampleResult([
  sampleVerdict({ rule: 'PAG-1' }),
  sampleFailure(),
  sampleVerdict({ rule: 'PAG-3', outcome: 'unverified', cause: 'not-declared', reason: 'declare products' }),
]);

/** A folder with a result where a run would have left it. */
const projectFolder = async (content: string = JSON.stringify(sample)): Promise<AsyncDisposable & { path: string }> => {
  const folder = await temporaryFolder();
  mkdirSync(join(folder.path, 'reports/out'), { recursive: true });
  writeFileSync(join(folder.path, 'reports/out/latest.json'), content);
  return folder;
};

const guide = guideNamed('reports.md');

const isThere = (tool: string): boolean => spawnSync(tool, ['--version']).status === 0;

describe('selo report', () => {
  test.for(scriptsTriedBy('cli/report.integration.test.ts'))(
    'the commands of the guide work: %s',
    async (script, { skip }) => {
      skip(script.includes('jq ') && !isThere('jq'), 'jq is missing');
      await using folder = await projectFolder();
      const summary = join(folder.path, 'step-summary.md');
      const { stdout, stderr } = await runScript(script, { cwd: folder.path, env: { GITHUB_STEP_SUMMARY: summary } });
      expect(stderr).toBe('');
      if (script.includes('jq ')) expect(stdout).toContain('PAG-2 422: 200\n');
      if (script.includes('GITHUB_STEP_SUMMARY')) expect(readFileSync(summary, 'utf8')).toMatch(/^## Selo: /);
    },
  );

  test('the guide and the help name every format', async () => {
    const { stdout } = await runSelo(['report', '--help']);
    for (const [name, { file }] of Object.entries(formats)) {
      expect(guide).toMatch(new RegExp(`^\\| \`${name}\` +\\| \`${file}\` +\\|`, 'm'));
      expect(stdout).toMatch(new RegExp(`[ ,]${name}[,;]`));
    }
  });

  test('one format goes to standard output, and needs no folder', async () => {
    await using folder = await projectFolder();
    const { code, stdout, stderr } = await runSelo(['report', '--format', 'annotations'], { cwd: folder.path });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^::error title=PAG-2 .*\n::notice title=Selo::does not conform: 1 rule failed\n$/);
  });

  test('several formats go into a folder, each into its file, and the files are named', async () => {
    await using folder = await projectFolder();
    const file = join(folder.path, 'mine.json');
    copyFileSync(join(folder.path, 'reports/out/latest.json'), file);
    const names = Object.keys(formats);
    const args = ['report', 'mine.json', '--format', names.join(','), '--out', 'new/reports'];
    const { code, stdout } = await runSelo(args, { cwd: folder.path });
    expect(code).toBe(0);
    const files = Object.values(formats).map((format) => format.file);
    expect(stdout.trimEnd().split('\n')).toEqual(files.map((name) => join('new/reports', name)));
    expect(readdirSync(join(folder.path, 'new/reports')).toSorted()).toEqual(files.toSorted());
  });

  test('the schema of results needs no result', async () => {
    await using folder = await temporaryFolder();
    const { code, stdout } = await runSelo(['report', '--format', 'json-schema'], { cwd: folder.path });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ $id: 'urn:selo:result:4' });
  });

  const spoiled = { ...sample, run: {}, target: 1, verdicts: 'x', faults: 0 };
  test.each<[what: string, content: string | undefined, args: string[], said: RegExp]>([
    ['no result is there', undefined, [], /^reports\/out\/latest\.json is not there: name .* or judge .*\n$/],
    ['the file is not there', undefined, ['other.json'], /^other\.json is not there/],
    ['it is no JSON', '<html>\u001b[31m', [], /latest\.json cannot be read as JSON: [^\p{Cc}]*\n$/u],
    ['it is no result', '[1]', [], /is not the result of a run: it names no schema\.\n$/],
    [
      'it is the result of something else',
      '{"schema":"selo-load/1"}',
      [],
      /is not the result of "selo run".*selo-load\/1/,
    ],
    ['it is of another version', '{"schema":7}', [], /a result of version 7, and this Selo reads version 4/],
    [
      'it cannot be read, with the first three places',
      JSON.stringify(spoiled),
      [],
      /cannot be read as one:\n {2}\/run\/id: .*\n {2}\/run\/seed: .*\n {2}\/run\/depth: .*\n {2}and \d+ more\n$/,
    ],
    [
      'a format is misspelled',
      JSON.stringify(sample),
      ['--format', 'markdwn'],
      /no format markdwn\. Did you mean markdown\?/,
    ],
    ['several formats have no folder', JSON.stringify(sample), ['--format', 'har,ctrf'], /--out/],
  ])('where %s, it says so and ends with exit 2', async (_, content, args, said) => {
    await using folder = content === undefined ? await temporaryFolder() : await projectFolder(content);
    const asked = args.includes('--format') ? args : [...args, '--format', 'junit'];
    const { code, stdout, stderr } = await runSelo(['report', ...asked], { cwd: folder.path });
    expect(stderr).toMatch(said);
    expect(stderr).not.toMatch(/^ +at /m);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test('where one format cannot be rendered, no file is written', async () => {
    await using folder = await projectFolder('{"schema":7}');
    const args = ['report', '--format', 'json-schema,har', '--out', 'reports/pipeline'];
    expect((await runSelo(args, { cwd: folder.path })).code).toBe(2);
    expect(existsSync(join(folder.path, 'reports/pipeline'))).toBe(false);
  });
});
