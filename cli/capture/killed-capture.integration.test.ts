import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resultSchema } from '../../core/result.ts';
import { reasonOf } from '../../core/verdict.ts';
import { connectCapture } from '../../fixtures/capture/client/connect-capture.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { runSelo, serveTarget } from '../run/selo-process.ts';
import { type CaptureProcess, startCaptureProcess } from './test-capture-process.ts';

/** Rules that count attempts, wait for retries, or require that nothing comes: an attempt that is missed would deceive them. */
const rules = ['DLV-9', 'DLV-11', 'DLV-13', 'DLV-17', 'DLV-18', 'DLV-28', 'DLV-32', 'HOOK-2', 'HOOK-5'];

const tokenVariable = 'SELO_CAPTURE_TOKEN';

const linesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));

/** The numbers of the attempts that stand on disk, by mailbox. */
const attemptsIn = (folder: string): { mailbox: string; seq: number }[] =>
  linesIn(folder)
    .filter((line) => line.startsWith('{"attempt"') && line.endsWith('}'))
    .map((line) => JSON.parse(line).attempt);

/** Kills the server once this many attempts have come, starts it again, and returns those that it had by then. */
const killOnce = async (capture: CaptureProcess, folder: string, attempts: number) => {
  await expect.poll(() => attemptsIn(folder).length, { interval: 5 }).toBeGreaterThanOrEqual(attempts);
  await capture.kill();
  const kept = attemptsIn(folder);
  await capture.start();
  return kept;
};

test.each([
  ['when the first notification has come', [1]],
  ['in the middle', [8]],
  ['twice', [2, 6]],
])('a receiver that is killed %s causes no false positive', async (_, kills) => {
  await using data = await temporaryFolder();
  await using capture = await startCaptureProcess(['--data', data.path]);
  const { controlUrl, controlToken } = capture;
  await using target = await serveTarget({ policy: { timeScale: 0.02 } }, (profile) => ({
    ...profile,
    capture: { controlUrl, controlToken: { env: tokenVariable, value: controlToken } },
  }));
  const env = { ...target.env, [tokenVariable]: controlToken };
  const running = runSelo(['run', '--profile', target.profileFile, '--out', target.out, '--rule', ...rules], { env });
  const folder = join(data.path, 'mailboxes');
  for (const attempts of kills) {
    const kept = await killOnce(capture, folder, attempts);
    await using client = await connectCapture(capture);
    const mailboxes = new Set(kept.map(({ mailbox }) => mailbox));
    for (const mailbox of mailboxes) await client.openMailbox(mailbox);
    const expected = kept.map(({ seq }) => seq);
    // by number, not by count: new attempts come in before the last mailbox is open
    const areRead = (seen: readonly { seq: number }[]): boolean =>
      expected.every((seq) => seen.some((attempt) => attempt.seq === seq));
    const { attempts: read } = await client.waitFor({}, areRead, { deadlineMs: 30_000 });
    expect(read.map(({ seq }) => seq)).toEqual(expect.arrayContaining(expected));
  }
  const { code } = await running;
  const result = resultSchema.parse(JSON.parse(await readFile(join(target.out, 'latest.json'), 'utf8')));
  const ends = result.verdicts.map((verdict) => ({
    rule: verdict.rule,
    outcome: verdict.outcome,
    reason: reasonOf(verdict),
  }));
  expect(ends.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'unverified')).toEqual([]);
  expect(ends.map(({ reason = '' }) => reason)).toContainEqual(expect.stringContaining('may have missed attempts'));
  expect(result.troubles).toEqual(
    kills.map(() => expect.stringMatching(/^the capture server was down from .* is lost/)),
  );
  // 3 where nothing at all could be judged
  expect([0, 3]).toContain(code);
  const verified = await runSelo(['verify', join(target.out, 'latest.json')], { env });
  expect(verified).toMatchObject({ code: 0, stderr: '' });
  // its mailboxes are closed with the run
  expect(readdirSync(folder)).toEqual([]);
});
