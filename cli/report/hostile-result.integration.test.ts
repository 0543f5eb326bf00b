import { readFileSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Result, resultVersion } from '../../core/result.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { sampleFailedProperty, sampleFailure, sampleResult, sampleVerdict } from '../../reports/test-samples.ts';
import { runSelo } from '../run/selo-process.ts';

const sample = sampleResult([sampleVerdict(), sampleFailure(), sampleFailedProperty()]);
const text = JSON.stringify(sample);
const deep = '['.repeat(100_000) + ']'.repeat(100_000);
const setUp = { profile: { name: 'DEEP' }, mailboxes: {}, unregistered: {} };

const hostile: [what: string, content: string, said: RegExp][] = [
  ['nests where any JSON may stand', JSON.stringify({ ...sample, setUp }).replace('"DEEP"', deep), /nests more than/],
  ['nests in its version', text.replace(`"schema":${resultVersion}`, `"schema":${deep}`), /nests more than/],
  ['is nothing but brackets', deep, /nests more than/],
  [
    'names the prototype',
    text.replace('{"schema":', '{"__proto__":{"a":1},"schema":'),
    /Unrecognized key: "__proto__"/,
  ],
  ['has numbers beyond all', text.replace(/"requests":\d+/, '"requests":1e999'), /received Infinity/],
  ['is half of one', text.slice(0, -20), /cannot be read as JSON/],
  ['is nothing', '', /cannot be read as JSON/],
];

const commands: [name: string, args: (file: string) => string[]][] = [
  ['report', (file) => ['report', file, '--format', 'html']],
  ['replay', (file) => ['replay', file]],
  ['diff', (file) => ['diff', file, file]],
];

test.for(hostile)('a result that %s is refused in one sentence by whatever reads it', async ([, content, said]) => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'result.json');
  await writeFile(file, content);
  for (const [, args] of commands) {
    const { code, stdout, stderr } = await runSelo(args(file), { cwd: folder.path });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(said);
    expect(stderr).not.toMatch(/Selo failed|^\s+at /m);
  }
  const verified = await runSelo(['verify', file]);
  expect([verified.code !== 0, verified.stderr]).toEqual([true, expect.not.stringMatching(/Selo failed/)]);
  expect(await readdir(folder.path)).toEqual(['result.json']);
});

test('names in a result lead to no file outside the folder that is asked for', async () => {
  await using folder = await temporaryFolder();
  const outside = '../../../outside';
  const named: Result = {
    ...sample,
    run: { ...sample.run, id: outside },
    verdicts: sample.verdicts.map((verdict) => ({ ...verdict, rule: outside, section: outside })),
    files: { [`${outside}.ndjson`]: 'digest', 'exchanges.ndjson': 'digest' },
  };
  const [work, out] = [join(folder.path, 'a', 'b', 'c', 'work'), 'out'];
  await mkdir(work, { recursive: true });
  await writeFile(join(work, 'result.json'), JSON.stringify(named));
  const formats = 'html,junit,ctrf,har,markdown,annotations,allure';
  const { code, stderr } = await runSelo(['report', 'result.json', '--format', formats, '--out', out], { cwd: work });
  expect([code, stderr]).toEqual([0, '']);
  const all = await readdir(folder.path, { recursive: true });
  expect(all.filter((path) => !path.startsWith(join('a', 'b', 'c')) && !['a', join('a', 'b')].includes(path))).toEqual(
    [],
  );
  expect((await readdir(work)).toSorted()).toEqual(['out', 'result.json']);
});

test('a link next to a result is not followed into what is written', async () => {
  await using folder = await temporaryFolder();
  const secret = join(folder.path, 'private.txt');
  await writeFile(secret, 'a private line');
  const run = join(folder.path, 'run');
  await mkdir(run);
  await writeFile(join(run, 'result.json'), JSON.stringify({ ...sample, files: { 'exchanges.ndjson': 'x' } }));
  for (const name of ['exchanges.ndjson', 'cases.ndjson']) await symlink(secret, join(run, name));
  for (const args of [['verify'], ['replay'], ['report', '--format', 'html']]) {
    const [command = '', ...rest] = args;
    const { stdout, stderr } = await runSelo([command, run, ...rest]);
    expect(`${stdout}${stderr}`).not.toContain('private line');
  }
  expect(readFileSync(secret, 'utf8')).toBe('a private line');
});
