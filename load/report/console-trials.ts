import { drillOf } from '../../core/load-kinds.ts';
import type { LoadResult } from '../../core/load-result.ts';
import type { Paint } from '../../reports/kit/paint.ts';
import { describeCapacity } from './capacity.ts';
import { inBrief, inClock, inSeconds, inSigned, inTime, inWhole } from './figures.ts';
import { heading, labelled, row } from './terminal-layout.ts';

export const drillsReport = ({ drills }: LoadResult, paint: Paint): string[] => {
  if (drills.length === 0) return [];
  return [
    ...heading('Drills', paint),
    ...drills.flatMap(({ kind, from, to, backlogPeak, recoverySeconds, peakAfter, latencyBefore, latencyDuring }) => {
      const recovery = recoverySeconds === null ? 'never recovered' : `recovered after ${inSeconds(recoverySeconds)}`;
      const herd = peakAfter === null ? '' : ` · attempts up to ${inBrief(peakAfter)} × the mean before`;
      return [
        `  ${drillOf(kind).title}, ${inClock(from)} to ${inClock(to)}`,
        ...labelled('', `backlog up to ${inWhole(backlogPeak)} · ${recovery}${herd}`),
        ...labelled('', `request p95 ${inTime(latencyBefore.p95)} before, ${inTime(latencyDuring.p95)} during`),
      ];
    }),
  ];
};

const marks = { true: '✓', false: '✗', null: '?' } as const;

export const stepsReport = ({ steps, stableRate, unstableRate }: LoadResult, paint: Paint): string[] => {
  if (steps.length === 0) return [];
  return [
    '',
    paint('bold', row('Steps, journeys a second', ['p95', 'errors', 'dropped', 'slope'])),
    ...steps.map(({ rate, latencyP95, errors, dropped, slope, slopeLow, slopeHigh, stable }) => {
      const name = `  ${marks[`${stable}`]} ${inBrief(rate)}`;
      const cells = [inTime(latencyP95), inWhole(errors), inWhole(dropped), inSigned(slope)];
      const line = `${row(name, cells)}  (${inSigned(slopeLow)} to ${inSigned(slopeHigh)})`;
      return stable === false ? paint('red', line) : line;
    }),
    ...labelled('', describeCapacity({ steps, stableRate, unstableRate })),
  ];
};
