import type { RunFigures } from '../../gate/run-figures.ts';
import { type Occupancy, saturationOf, saturationOfAll, secondsUntilEmpty } from '../../gate/saturation.ts';
import type { K6End } from '../../k6/start-k6.ts';
import type { Segment } from '../../schedule.ts';
import type { RunRecord } from '../record/run-record.ts';
import type { Iterations } from '../send/iterations.ts';
import type { K6Run } from '../send/run-k6.ts';

interface Observed {
  record: Pick<RunRecord, 'traffic'>;
  sent: Pick<K6Run, 'drills'>;
  plan: Pick<RunFigures['plan'], 'users'>;
  k6: Pick<K6End, 'cpuBetween'>;
  iterations: Pick<Iterations, 'dropped' | 'networkShare'> | undefined;
  /** When the first segment began, in ms since the epoch. */
  mainMs: number;
  segments: readonly Segment[];
}

/** Of the planned journeys: this many may be missing from a segment because its edges lie within a slot. */
const missingAtEdges = 0.05;

/**
 * What bounded a load, segment by segment, or as much of it as the run came to before a drill: what a drill holds back,
 * no lack of capacity does. k6 does not report when it dropped journeys, but where fewer began than planned.
 */
export const saturationIn = (observed: Observed): RunFigures['saturation'] => {
  const { plan, k6, iterations, mainMs, segments } = observed;
  const { traffic } = observed.record;
  const { drills } = observed.sent;
  const { dropped = 0, networkShare = null } = iterations ?? {};
  const lastMs = (traffic.startedMs ?? 0) + (Math.max(0, ...traffic.series().map(({ at }) => at)) + 1) * 1000;
  const endMs = Math.min(lastMs, ...drills.map((drill) => drill.fromMs));
  const droppedIn = ({ from, to, seconds }: Segment, { begun }: Occupancy): number => {
    if (segments.length === 1) return dropped;
    const planned = ((from + to) / 2) * seconds;
    const missing = Math.round(planned - begun.reduce((sum, count) => sum + count, 0));
    return missing > missingAtEdges * planned + 1 ? Math.min(dropped, missing) : 0;
  };

  let fromMs = mainMs;
  const stretches = segments.flatMap((segment, index) => {
    const beganMs = fromMs;
    fromMs += segment.seconds * 1000;
    const untilMs = Math.min(fromMs, endMs);
    if (untilMs <= beganMs) return [];
    const occupancy = traffic.occupancy.between(beganMs, untilMs);
    const { from, to, seconds } = segment;
    const cpu = k6.cpuBetween(beganMs, untilMs);
    const sender = { from, to, users: plan.users, dropped: droppedIn(segment, occupancy), cpu, networkShare };
    const found = saturationOf(occupancy, sender);
    const after = segments[index + 1];
    const hasQueue = found.served !== null && after !== undefined;
    const recoverySeconds = hasQueue && secondsUntilEmpty(traffic.occupancy.between(untilMs, endMs), after.from);
    return [{ seconds, found: recoverySeconds === false ? found : { ...found, recoverySeconds } }];
  });
  return saturationOfAll(stretches);
};
