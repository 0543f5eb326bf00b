import type { Drill } from '../../../core/load-result.ts';
import type { AttemptCounts } from '../record/run-record.ts';
import type { Traffic } from '../record/traffic.ts';
import type { DrillRun } from '../send/drills.ts';
import type { Notifications } from './notifications.ts';

interface DrillSources {
  traffic: Traffic;
  notifications: Notifications;
  attempts: AttemptCounts;
  startedMs: number;
}

/** Seconds before a drill that show what was usual. */
const secondsBefore = 5;

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** What came of a drill, from the seconds before, during and after it. */
export const drillFigures = ({ kind, fromMs, toMs }: DrillRun, sources: DrillSources): Drill => {
  const { traffic, notifications, attempts, startedMs } = sources;
  const { series } = notifications;
  const from = Math.max(0, (fromMs - startedMs) / 1000);
  const to = Math.max(0, (toMs - startedMs) / 1000);
  const counts = attempts.bySecond(startedMs);
  const attemptsAt = (second: number): number => counts.get(second)?.all ?? 0;

  const first = Math.max(0, Math.floor(from) - secondsBefore);
  const before = Array.from({ length: Math.floor(from) - first }, (_, index) => first + index);
  const usualBacklog = Math.max(0, ...before.map((at) => series[at]?.backlog ?? 0));
  const after = series.filter(({ at }) => at >= Math.floor(to));
  const recovered = after.find(({ at, backlog }) => at >= Math.ceil(to) && backlog <= usualBacklog);
  const draining = after.filter(({ at }) => recovered === undefined || at <= recovered.at);
  const usualAttempts = mean(before.map(attemptsAt));
  const peak = Math.max(0, ...after.map(({ at }) => attemptsAt(at)));
  const disturbed = series.filter(
    ({ at }) => at >= Math.floor(from) && (recovered === undefined || at <= recovered.at),
  );
  const attemptsMade = disturbed.reduce((sum, { at }) => sum + attemptsAt(at), 0);
  const delivered = disturbed.reduce((sum, second) => sum + second.delivered, 0);

  return {
    kind,
    from,
    to,
    backlogPeak: Math.max(0, ...series.filter(({ at }) => at >= Math.floor(from)).map(({ backlog }) => backlog)),
    peakAfter: usualAttempts === 0 ? null : peak / usualAttempts,
    drainRate: draining.length === 0 ? null : mean(draining.map((second) => second.delivered)),
    // a second's backlog is that of its end
    recoverySeconds: recovered === undefined ? null : Math.max(0, recovered.at + 1 - to),
    latencyBefore: traffic.window(fromMs - secondsBefore * 1000, fromMs).latency.spread(),
    latencyDuring: traffic.window(fromMs, toMs).latency.spread(),
    attemptsPerDelivery: delivered === 0 ? null : attemptsMade / delivered,
  };
};
