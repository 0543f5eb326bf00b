import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadResult } from '../../core/load-result.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { forked } from '../../fixtures/processes/forked.ts';
import { newRunId } from '../../fixtures/run/start-run.ts';
import { decideGate } from '../../load/gate/decide.ts';
import { judgeObjectives } from '../../load/gate/objectives.ts';
import type { K6 } from '../../load/k6/look-for-k6.ts';
import { runLoadTest } from '../../load/run/run-load-test.ts';
import type { EmbeddedReady } from '../../platform/embedded/embedded-process.ts';
import { brokenIn, problemsOf } from './case-problems.ts';
import type { LoadCase } from './cases.ts';
import type { FaultyMessage, FaultyOptions } from './faulty-process.ts';

/** A platform in a separate process. */
interface Faulty extends EmbeddedReady, AsyncDisposable {
  /** How often the fault happened. */
  wrong(): Promise<number>;
}

const startFaulty = async (options: FaultyOptions): Promise<Faulty> => {
  const platform = forked(new URL('faulty-process.ts', import.meta.url), options, 'the faulty platform');
  // only our own process sends here
  const next = async (done: string): Promise<FaultyMessage> => (await platform.next(done)) as FaultyMessage;
  const first = await next('listened');
  if (!('ready' in first)) throw new Error('the faulty platform said nothing of where it is');
  return {
    ...first.ready,
    async wrong() {
      const answer = next('report of how often it went wrong');
      platform.process.send('how often');
      const report = await answer;
      return 'wrong' in report ? report.wrong : Number.NaN;
    },
    [Symbol.asyncDispose]: () => platform[Symbol.asyncDispose](),
  };
};

export interface CaseOutcome {
  /** What is wrong with the result of a case, in words. */
  problems: string[];
  /** The count of the load run. */
  counted: number | undefined;
  wrong: number;
  verdict: LoadResult['gate']['verdict'];
  /** Why the run is invalid. */
  invalid: string | undefined;
}

export const proveCase = async (each: LoadCase, k6: K6): Promise<CaseOutcome> => {
  await using platform = await startFaulty({ timeScale: each.timeScale, ...omitUndefined({ fault: each.fault }) });
  const folder = await mkdtemp(join(tmpdir(), 'selo-load-'));
  try {
    const { profile, secrets } = platform;
    const { refuseEvery, dispatchSeconds, journeySeconds = profile.load.journeySeconds } = each;
    const { timeoutSeconds = profile.limits.timeoutSeconds } = each;
    const load = { ...profile.load, refuseEvery, dispatchSeconds, journeySeconds };
    const { figures, cleanUp } = await runLoadTest({
      profile: { ...profile, load, limits: { ...profile.limits, timeoutSeconds } },
      secrets,
      isEmbedded: true,
      request: { ...each.request, seed: 1, jitter: false },
      runId: newRunId(),
      version: 'proof',
      folder,
      source: { k6, outputs: [] },
      failingReceivers: each.failingReceivers,
      ...omitUndefined({ drill: each.drill }),
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    await cleanUp();
    const objectives = judgeObjectives(figures, load.objectives);
    const result: LoadResult = { ...figures, objectives, gate: decideGate({ result: figures, objectives }) };
    const wrong = await platform.wrong();
    const invalid =
      result.gate.verdict === 'invalid'
        ? brokenIn(result.gate.reasons)
            .map(({ text }) => text)
            .join('; ')
        : undefined;
    return {
      problems: problemsOf(each, result, wrong),
      counted: each.figure?.(result),
      wrong,
      verdict: result.gate.verdict,
      invalid,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
