import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Result } from '../core/result.ts';
import type { Verdict } from '../core/verdict.ts';
import { runFolder, textsBelow } from './kit/test-run-folder.ts';
import { sampleExchange, sampleFailure, sampleResult, sampleVerdict } from './test-samples.ts';
import { completed, verdictLog } from './unfinished-result.ts';

const notReached = (rule: string) =>
  sampleVerdict({ rule, outcome: 'unverified', cause: 'not-reached', reason: 'the run was interrupted' });
const waiver = { rule: 'PAG-2', reason: 'known', until: '2027-01-01', state: 'idle' } as const;
const begun = sampleResult([notReached('PAG-1'), notReached('PAG-2'), notReached('PAG-3')], { waivers: [waiver] });
begun.run = { ...begun.run, endedAt: begun.run.startedAt, requests: 0, interrupted: true, unfinished: true };

const passed: Verdict = { ...sampleVerdict({ rule: 'PAG-1' }), exchanges: [], deliveries: [] };
const failed: Verdict = { ...sampleFailure(), exchanges: [], deliveries: [] };

const refusal = (said: string): Error => new Error(said);

/** What a run becomes that left these verdicts, and these texts in its files. */
const completedIn = async (
  files: Readonly<Record<string, string | Uint8Array>>,
  verdicts: readonly Verdict[] = [],
  changes: Partial<Result> = {},
): Promise<Result> => {
  await using run = await runFolder();
  const log = verdictLog(run.folder, []);
  for (const verdict of verdicts) log(verdict);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(run.folder, name), text, { flag: 'a' });
  return completed({ ...begun, ...changes }, run.folder, refusal);
};

test('a run that was killed at once reached nothing, and says that it did not end', async () => {
  const { run, verdicts, counts, troubles } = await completedIn({});
  expect(run).toEqual({ ...sampleResult().run, endedAt: run.startedAt, requests: 0, interrupted: true });
  expect(verdicts).toEqual(begun.verdicts);
  expect(counts.unverified).toBe(3);
  expect(troubles).toEqual([
    'the run did not end by itself: it was killed or is still under way, with a verdict on 0 of 3 rules',
  ]);
});

test('what it reached takes the place of what it had not, and is counted again', async () => {
  const { verdicts, counts, conformance, coverage, waivers } = await completedIn({}, [failed, passed]);
  expect(verdicts.map(({ rule, outcome }) => [rule, outcome])).toEqual([
    ['PAG-1', 'pass'],
    ['PAG-2', 'fail'],
    ['PAG-3', 'unverified'],
  ]);
  expect(counts).toEqual({ pass: 1, fail: 1, warn: 0, unverified: 1, error: 0 });
  expect(conformance).toEqual({ held: 1, judged: 2 });
  expect(coverage).toEqual({ judged: 2, applicable: 3 });
  expect(waivers).toEqual([{ ...waiver, state: 'applied' }]);
});

test('requests are counted, and the last of them says when it ended', async () => {
  const lines = [sampleExchange(), { ...sampleExchange(), sentAt: '2026-11-21T10:01:00.000Z', durationMs: 250 }];
  const exchanges = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  for (const torn of ['', '{"number":3,"sentAt":"2026-1']) {
    const { run } = await completedIn({ 'exchanges.ndjson.gz': gzipSync(exchanges + torn) });
    expect(run).toMatchObject({ requests: 2, endedAt: '2026-11-21T10:01:00.250Z' });
  }
});

test('a verdict that a kill cut off is left out', async () => {
  const { counts } = await completedIn({ 'verdicts.ndjson': '{"rule":"PAG-3","sec' }, [passed]);
  expect(counts).toMatchObject({ pass: 1, unverified: 2 });
});

test('a line that is no verdict, though it is whole, is not passed over', async () => {
  await expect(completedIn({ 'verdicts.ndjson': '{"rule":"PAG-3"}\n' }, [passed])).rejects.toThrow(
    /verdicts\.ndjson cannot be read: line 2 is no verdict of this version/,
  );
});

test('what it may have left is reported: records by their number and name, registrations by their company', async () => {
  const entry = { kind: 'order', company: 'main', key: 'k', sentAt: '2026-11-21T10:00:00.000Z' };
  const journal = [entry, { ...entry, key: undefined }, { ...entry, key: undefined, isAccepted: true }];
  const mailbox = { id: 'a', url: 'https://selo.example/in/a', bearerToken: '«webhook bearer 1»' };
  const { troubles } = await completedIn(
    { 'journal.ndjson': `${journal.map((line) => JSON.stringify(line)).join('\n')}\n` },
    [],
    { setUp: { profile: {}, mailboxes: { main: mailbox }, unregistered: {} } },
  );
  expect(troubles.slice(1)).toEqual([
    'up to 2 records may still be there, with names that begin with selo-a1b2c3d4-: journal.ndjson in its folder lists them; remove them with "npx selo clean" and this folder',
    'the webhook registration of main was not restored: "npx selo clean" restores it',
  ]);
});

test('a verdict is logged without secrets, in whatever form', async () => {
  await using run = await runFolder();
  const value = 'very-secret-token';
  const said = [value, btoa(value), encodeURIComponent(value), 'very-s…'].join(' ');
  const cookie = { ...sampleExchange({}, { text: said }), headers: { 'set-cookie': 'sid=4f9a' } };
  verdictLog(run.folder, [{ env: 'TOKEN', value }])(
    sampleVerdict({ outcome: 'error', reason: said, exchanges: [cookie] }),
  );
  const [text = ''] = await textsBelow(run.folder);
  expect(text).toContain('"reason":"«TOKEN» «TOKEN in base64»');
  expect(text).toContain('"set-cookie":"sid=«a cookie»"');
  for (const form of [value, btoa(value).slice(0, 12), 'very-s', '4f9a']) expect(text).not.toContain(form);
});
