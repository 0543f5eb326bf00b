import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newRunId } from '../../fixtures/run/start-run.ts';
import { correctnessOf } from '../../load/gate/correctness.ts';
import { decideGate } from '../../load/gate/decide.ts';
import { judgeObjectives } from '../../load/gate/objectives.ts';
import { saturationReasons } from '../../load/gate/saturation.ts';
import { validityOf } from '../../load/gate/validity.ts';
import type { K6 } from '../../load/k6/look-for-k6.ts';
import type { GateReason, LoadResult } from '../../load/result.ts';
import { conduct } from '../../load/run/conduct.ts';
import type { LoadCase } from './cases.ts';
import { startFaulty } from './start-faulty.ts';

export interface CaseOutcome {
  /** What is not as it must be, in words; none when all is. */
  problems: string[];
  /** What was counted, and what the platform itself counted. */
  counted: number | undefined;
  wrong: number;
  verdict: LoadResult['gate']['verdict'];
  /** Why the run could not be believed. */
  invalid: string | undefined;
}

const brokenIn = (reasons: readonly GateReason[]): GateReason[] =>
  reasons.filter(({ outcome }) => outcome === 'broken');

/** What notifications a sound platform leaves behind: all taken, but those of a dead receiver. */
const leftBehind = ({ conservation }: LoadResult): number =>
  conservation.pending + conservation.lost + conservation.abandoned + conservation.forgotten;

const problemsOf = (each: LoadCase, result: LoadResult, wrong: number): string[] => {
  const { gate, conservation } = result;
  const { due, ...classes } = conservation;
  const sum = Object.values(classes).reduce((all, count) => all + count, 0);
  // a busy machine makes a run invalid; what the target did wrong is seen all the same
  const broken = brokenIn([...saturationReasons(result), ...correctnessOf(result, { toleratesErrors: false })]);
  const invalid = brokenIn(validityOf(result));
  const counted = each.figure?.(result);
  return [
    ...(sum === due ? [] : [`${due} notifications were due and ${sum} accounted for`]),
    ...(each.fault !== undefined && wrong === 0 ? ['the platform never went wrong'] : []),
    ...(counted === undefined || counted === wrong ? [] : [`${counted} counted, and ${wrong} times it went wrong`]),
    ...(each.brokenReason === undefined
      ? broken.map(({ text }) => `accused: ${text}`)
      : [
          ...(broken.some(({ text }) => each.brokenReason?.test(text)) ? [] : ['the gate did not tell the fault']),
          ...broken.filter(({ text }) => !each.brokenReason?.test(text)).map(({ text }) => `also accused: ${text}`),
          ...(['fail', 'invalid'].includes(gate.verdict) ? [] : [`the gate said ${gate.verdict}`]),
        ]),
    ...(each.invalidReason === undefined || invalid.some(({ text }) => each.invalidReason?.test(text))
      ? []
      : ['the gate did not say why the run cannot be believed']),
    ...(each.fault === undefined && leftBehind(result) > 0 ? [`${leftBehind(result)} notifications left behind`] : []),
    ...(each.drill !== undefined && result.drills.length === 0 ? ['the drill was not held'] : []),
    ...(each.dead.length > 0 && conservation.givenUp + conservation.abandoned === 0
      ? ['no delivery was given up']
      : []),
  ];
};

/** Carries one case out and judges what the gate makes of it. */
export const proveCase = async (each: LoadCase, k6: K6): Promise<CaseOutcome> => {
  await using platform = await startFaulty({
    timeScale: each.timeScale,
    ...(each.fault === undefined ? {} : { fault: each.fault }),
  });
  const folder = await mkdtemp(join(tmpdir(), 'selo-load-'));
  try {
    const { profile, secrets } = platform;
    const { refuseEvery, dispatchSeconds, journeySeconds = profile.load.journeySeconds } = each;
    const { timeoutSeconds = profile.limits.timeoutSeconds } = each;
    const load = { ...profile.load, refuseEvery, dispatchSeconds, journeySeconds };
    const { figures, cleanUp } = await conduct({
      profile: { ...profile, load, limits: { ...profile.limits, timeoutSeconds } },
      secrets,
      isEmbedded: true,
      request: { ...each.request, seed: 1, jitter: false },
      runId: newRunId(),
      version: 'proof',
      folder,
      source: { k6, outputs: [] },
      dead: each.dead,
      ...(each.drill === undefined ? {} : { drill: each.drill }),
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
