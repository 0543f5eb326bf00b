import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { listedRules } from '../../reports/listed-rules.ts';
import { completeVerdicts } from './run-rules.ts';

const selected = listedRules.filter(({ section }) => section === 'pagination');
const moduleAt = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** Judges a run in a process of its own: this one has collectors of errors of its own. */
const judgedWith = async (handle: object): Promise<{ faults: string[]; verdicts: number }> => {
  await using folder = await temporaryFolder();
  const script = `
    const { judgeRun } = await import(${moduleAt('./judge-run.ts')});
    const { signal } = new AbortController();
    const handle = { folder: ${JSON.stringify(folder.path)}, secrets: [], mailboxes: {}, ...${JSON.stringify(handle)} };
    const { verdicts, faults } = await judgeRun({ handle, signal, onVerdict() {} });
    console.log(JSON.stringify({ faults, verdicts: verdicts.size }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return z.object({ faults: z.array(z.string()), verdicts: z.number() }).parse(JSON.parse(stdout));
};

const limits = { concurrency: 1, timeoutSeconds: 1 };
const profile = { baseUrl: 'http://x', limits, tolerances: {} };

describe('judging a run', () => {
  test('that cannot begin is a fault, not an empty success', async () => {
    // a session needs a profile
    const { faults, verdicts } = await judgedWith({});
    expect(verdicts).toBe(0);
    expect(faults.join('\n')).toMatch(/TypeError/);
  });

  test('without any rule is a fault, not an empty success', async () => {
    expect((await judgedWith({ only: [], profile })).faults).toEqual(['no rule was judged']);
  });

  test('a rule whose judging breaks is a fault that names it', async () => {
    // with neither companies nor resources, the first look at the profile throws
    const { faults, verdicts } = await judgedWith({ only: ['PAG-2'], profile });
    expect(verdicts).toBe(0);
    expect(faults[0]).toMatch(/^PAG-2: TypeError/);
  });

  test('every rule that was not judged has the verdict error', () => {
    const verdicts = completeVerdicts(selected, new Map(), false);
    expect(verdicts.map(({ rule, outcome }) => [rule, outcome])).toEqual(selected.map(({ id }) => [id, 'error']));
  });

  test('every rule that an interrupt cut off is unverified', () => {
    const verdicts = completeVerdicts(selected, new Map(), true);
    expect(new Set(verdicts.map(({ outcome }) => outcome))).toEqual(new Set(['unverified']));
  });
});

const script = `
  const { collectStrayErrors } = await import(${JSON.stringify(new URL('./judge-run.ts', import.meta.url).href)});
  const pause = () => new Promise((resolve) => setTimeout(resolve, 10));
  const stray = collectStrayErrors();
  Promise.reject(new Error('rejected'));
  await pause();
  setImmediate(() => { throw new Error('thrown'); });
  await pause();
  setImmediate(() => { throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }); });
  await pause();
  console.log(stray.errors.map(({ message }) => message).join());
  stray[Symbol.dispose]();
  Promise.reject(new Error('rejected later'));
  await pause();
  console.log('not reached');`;

test('errors that nobody catches are collected until the collector is disposed, except for a closed pipe', async () => {
  const ended = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  await expect(ended).rejects.toMatchObject({ stdout: 'rejected,thrown\n' });
});
