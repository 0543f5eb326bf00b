import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Result, resultSchema } from '../../core/result.ts';
import { wholeLinesIn } from '../../fixtures/reading/whole-lines.ts';
import { runSelo, serveTarget } from './selo-process.ts';
import { serveEchoingTarget } from './test-echoing-target.ts';
import { killedRun } from './test-killed-run.ts';

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Undoes what others may undo, in a way of its own. */
const undone = (text: string): string =>
  text
    .replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#x([\da-f]+);/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&(amp|lt|gt|quot);/g, (whole, name) => named[name] ?? whole)
    .replace(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\(["\\/])/g, '$1');

const decoded = (text: string): string[] => [
  ...[0, 1, 2, 3].flatMap((skipped) =>
    [...text.matchAll(/[\w+/-]{16,}/g)].map(([run]) => Buffer.from(run.slice(skipped), 'base64').toString('latin1')),
  ),
  ...[...text.matchAll(/(?:[\da-f]{2}){8,}/gi)].map(([run]) => Buffer.from(run, 'hex').toString('latin1')),
];

/** A text in every way in which it can be read, in small letters. */
const readings = (text: string): string => {
  const layers = [text];
  for (let layer = 0; layer < 6; layer++) layers.push(undone(layers.at(-1) ?? ''));
  return [...layers, ...decoded(text), ...decoded(layers.at(-1) ?? '')].join('\n').toLowerCase();
};

const textIn = async (file: string): Promise<string> =>
  file.endsWith('.gz') ? [...wholeLinesIn(file)].join('\n') : await readFile(file, 'utf8');

const unpacked = (text: string): string[] =>
  [...text.matchAll(/id="block-\d+">([^<]+)/g)].map(([, block = '']) =>
    gunzipSync(Buffer.from(block, 'base64')).toString(),
  );

/** Where a run wrote something, and what. */
const writtenBy = async (out: string, said: { stdout: string; stderr: string }): Promise<[string, string][]> => {
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = await Promise.all(files.map(async (file): Promise<[string, string]> => [file, await textIn(file)]));
  return [
    ...Object.entries(said),
    ...texts.flatMap(([file, text]) => [text, ...unpacked(text)].map((each): [string, string] => [file, each])),
  ];
};

const expectNothingLeaked = (written: readonly [string, string][], secrets: readonly string[]): void => {
  for (const [where, text] of written) {
    const read = readings(text);
    for (const secret of secrets) expect(read.includes(secret.toLowerCase()), `${secret} in ${where}`).toBe(false);
  }
};

const sections = ['--section', 'pagination', 'authentication'];

describe('a target that returns secrets', () => {
  test('gets them into no file and no output of a run, and nothing was left for the last search', async () => {
    await using target = await serveEchoingTarget();
    const { profileFile, env, out, secrets } = target;
    const { code, ...said } = await runSelo(['run', '--profile', profileFile, '--out', out, ...sections], { env });
    expect(code).toBe(1);
    const written = await writtenBy(out, said);
    const kinds = ['stdout', 'stderr', 'exchanges.ndjson.gz', 'report.html', 'junit.xml', 'result.json', 'latest.json'];
    for (const kind of kinds) expect(written.some(([where]) => where.endsWith(kind))).toBe(true);
    expectNothingLeaked(written, secrets);
    const result: Result = resultSchema.parse(JSON.parse(await readFile(join(out, 'latest.json'), 'utf8')));
    expect(result.secretsReplaced).toBe(0);
    const all = written.map(([, text]) => text).join('\n');
    for (const how of ['', ' in base64', ' in hexadecimal', ' in another case']) {
      expect(all).toContain(`«SELO_TOKEN_MAIN${how}»`);
    }
    for (const mark of ['x-«SELO_ACCESS_KEY in another case»', 'sid=«a cookie»; Path=/', '«a JSON Web Token»']) {
      expect(all).toContain(mark);
    }
  });

  test('gets them into no file of a run that was killed, over which no last search went', async () => {
    await using target = await serveEchoingTarget();
    const { folder, ...said } = await killedRun(target, { 'verdicts.ndjson': 5 }, ...sections);
    expect(await readdir(folder)).not.toContain('report.html');
    expectNothingLeaked(await writtenBy(target.out, said), target.secrets);
  });

  test('gets them into no word on why it cannot be judged', async () => {
    await using target = await serveTarget({
      wrap: (handle) => (call) => ({
        ...handle(call),
        status: 302,
        headers: { location: `https://other.example/?t=${call.headers.authorization}` },
      }),
    });
    const { profileFile, env, out } = target;
    const { code, stderr } = await runSelo(['run', '--profile', profileFile, '--out', out, ...sections], { env });
    expect(code).toBe(3);
    expect(stderr).toContain('https://other.example/?t=Bearer «SELO_TOKEN_MAIN»');
    for (const secret of Object.values(env)) expect(stderr).not.toContain(secret);
  });
});
