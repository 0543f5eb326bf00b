import type { GateReason, LoadResult } from '../../core/load-result.ts';
import { correctnessOf } from '../../load/gate/correctness.ts';
import { saturationReasons } from '../../load/gate/saturation.ts';
import { validityOf } from '../../load/gate/validity.ts';
import type { LoadCase } from './cases.ts';

export const brokenIn = (reasons: readonly GateReason[]): GateReason[] =>
  reasons.filter(({ outcome }) => outcome === 'fail');

/** Notifications that a sound platform would have delivered. */
const leftBehind = ({ conservation }: LoadResult): number =>
  conservation.pending + conservation.lost + conservation.abandoned + conservation.orderMissing;

/** How far the range of a search may miss the capacity. */
const missed = 0.05;

const isAround = ({ steps, stableRate, unstableRate }: LoadResult, capacity: number): string[] => {
  const [low, high] = [stableRate ?? 0, unstableRate ?? 0];
  if (low <= (1 + missed) * capacity && high >= (1 - missed) * capacity && high <= 2 * capacity) return [];
  const tried = steps.map(({ rate, stable, reason }) => `${rate} ${stable} (${reason})`).join('; ');
  return [`the capacity is ${capacity}, and was found between ${low} and ${high}: ${tried}`];
};

/** What is wrong with the result of a case, in words. */
export const problemsOf = (each: LoadCase, result: LoadResult, wrong: number): string[] => {
  const { gate, conservation } = result;
  const { due, ...classes } = conservation;
  const sum = Object.values(classes).reduce((all, count) => all + count, 0);
  // a run on a busy machine is invalid, and still shows what the target did wrong
  const broken = brokenIn([...saturationReasons(result), ...correctnessOf(result, { toleratesErrors: false })]);
  const invalid = brokenIn(validityOf(result));
  const counted = each.figure?.(result);
  return [
    ...(sum === due ? [] : [`${due} notifications were due and ${sum} accounted for`]),
    ...(each.fault !== undefined && wrong === 0 ? ['the platform never went wrong'] : []),
    ...(counted === undefined || counted === wrong ? [] : [`${counted} counted, and ${wrong} times it went wrong`]),
    ...(each.capacity === undefined ? [] : isAround(result, each.capacity)),
    ...(each.brokenReason === undefined
      ? broken.map(({ text }) => `false positive: ${text}`)
      : [
          ...(broken.some(({ text }) => each.brokenReason?.test(text)) ? [] : ['the gate did not report the fault']),
          ...broken
            .filter(({ text }) => !each.brokenReason?.test(text))
            .map(({ text }) => `also a false positive: ${text}`),
          ...(['fail', 'invalid'].includes(gate.verdict) ? [] : [`the gate said ${gate.verdict}`]),
        ]),
    ...(each.invalidReason === undefined || invalid.some(({ text }) => each.invalidReason?.test(text))
      ? []
      : ['the gate did not say why the results are not reliable']),
    ...(each.fault === undefined && leftBehind(result) > 0 ? [`${leftBehind(result)} notifications left behind`] : []),
    ...(each.drill !== undefined && result.drills.length === 0 ? ['the drill was not held'] : []),
    ...(each.failingReceivers.length > 0 && conservation.retriesExhausted + conservation.abandoned === 0
      ? ['no delivery exhausted its retries']
      : []),
  ];
};
