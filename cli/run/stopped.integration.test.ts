import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { endingOf } from '../../core/verdict.ts';
import { readResult } from '../report/read-result.ts';
import { runSelo } from './selo-process.ts';

const stops = 10;
const stoppedMs = 2_000;
/** Long enough for a check of deliveries to end between two stops now and then. */
const runningMs = 1_000;

/** What runs that the system stops and continues, as a laptop or an overbooked host does. */
test.skipIf(process.platform === 'win32')(
  `a run against the embedded platform that stands still ${stops} times reports nothing wrong`,
  // it stands still for a third of what other tests may take
  { timeout: 300_000 },
  async () => {
    const out = await mkdtemp(join(tmpdir(), 'selo-stopped-'));
    let [begun, isOver, stopped] = [false, false, 0];
    const stopAndContinue = async (kill: (signal: NodeJS.Signals) => void): Promise<void> => {
      while (stopped < stops) {
        await delay(runningMs);
        if (isOver) return;
        kill('SIGSTOP');
        await delay(stoppedMs);
        kill('SIGCONT');
        stopped++;
      }
    };
    try {
      const { code, stderr } = await runSelo(['run', '--depth', 'full', '--out', out], {
        onStderr(_, kill) {
          if (begun) return;
          begun = true;
          void stopAndContinue(kill);
        },
      });
      isOver = true;
      expect(stopped).toBe(stops);
      const folder = (await readdir(out, { withFileTypes: true })).find((entry) => entry.isDirectory());
      const { verdicts, counts } = readResult(join(out, folder?.name ?? ''));
      const wrong = verdicts.filter(({ outcome }) => ['fail', 'warn', 'error'].includes(outcome));
      expect(wrong.map((verdict) => ({ rule: verdict.rule, ...endingOf(verdict) }))).toEqual([]);
      expect({ code, stderr }).toMatchObject({ code: 0 });
      // what could not be judged in between says so
      expect(counts.pass).toBeGreaterThan(verdicts.length / 2);
    } finally {
      await rm(out, { recursive: true });
    }
  },
);
