import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { listedRules } from '../../reports/listed-rules.ts';
import { completeVerdicts } from './complete-verdicts.ts';

const selected = listedRules.filter(({ section }) => section === 'pagination');

/** Runs the engine in a process of its own: this one already runs under vitest. */
const faultsOf = async (handle: object): Promise<{ faults: string[]; verdicts: number }> => {
  const engine = new URL('./engine.ts', import.meta.url).href;
  const script = `
    const { runEngine } = await import(${JSON.stringify(engine)});
    const { signal } = new AbortController();
    const { verdicts, faults } = await runEngine({ handle: ${JSON.stringify(handle)}, signal, onVerdict() {} });
    console.log(JSON.stringify({ faults, verdicts: verdicts.size }));
    process.exit(process.exitCode);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return z.object({ faults: z.array(z.string()), verdicts: z.number() }).parse(JSON.parse(stdout));
};

describe('the engine', () => {
  test('a suite that cannot be collected is a fault, not an empty success', async () => {
    // without a profile no session can be opened
    const { faults, verdicts } = await faultsOf({ folder: tmpdir(), secrets: [], mailboxes: {} });
    expect(verdicts).toBe(0);
    expect(faults.join('\n')).toMatch(/TypeError/);
  });

  test('a selection that no rule is in is a fault, not an empty success', async () => {
    const limits = { concurrency: 1, timeoutSeconds: 1 };
    const handle = { folder: tmpdir(), secrets: [], mailboxes: {}, only: [], profile: { baseUrl: 'http://x', limits } };
    expect((await faultsOf(handle)).faults).not.toEqual([]);
  });

  test('every rule that the engine did not judge has the verdict error', () => {
    const verdicts = completeVerdicts(selected, new Map(), false);
    expect(verdicts.map(({ rule, outcome }) => [rule, outcome])).toEqual(selected.map(({ id }) => [id, 'error']));
  });

  test('every rule that an interrupt cut off is unverified', () => {
    const verdicts = completeVerdicts(selected, new Map(), true);
    expect(new Set(verdicts.map(({ outcome }) => outcome))).toEqual(new Set(['unverified']));
  });
});
