import { drillOf } from '../../core/load-kinds.ts';
import type { Drill, LoadResult } from '../../core/load-result.ts';
import { type Markup, markup } from '../../reports/kit/page/markup.ts';
import { facts } from '../../reports/kit/page/table.ts';
import { drillLetter } from './drill-name.ts';
import { inBrief, inClock, inSeconds, inTime, inWhole, tooFew } from './figures.ts';
import type { Section } from './section.ts';

const inNumber = (value: number | null, unit: string): string =>
  value === null ? tooFew : `${inBrief(value)} ${unit}`;

const describeDrill = (drill: Drill, index: number): Markup => {
  const { kind, from, to, backlogPeak, peakAfter, drainRate, recoverySeconds, latencyBefore, latencyDuring } = drill;
  const recovery =
    recoverySeconds === null ? markup`<span class="count broken">never</span>` : inSeconds(recoverySeconds);
  return markup`<section class="card"><h3><span class="letter">${drillLetter(index)}</span> ${drillOf(kind).title} <small>${inClock(from)} to ${inClock(to)}</small></h3>${facts(
    [
      ['Backlog at most', inWhole(backlogPeak)],
      ['Backlog back where it was after', recovery],
      ['Drained at', inNumber(drainRate, 'a second')],
      ['Most attempts in a second afterwards', inNumber(peakAfter, 'times the mean before')],
      ['Attempts a delivery', inNumber(drill.attemptsPerDelivery, '')],
      ['Request p95 before, during', `${inTime(latencyBefore.p95)}, ${inTime(latencyDuring.p95)}`],
      ['Request p99 before, during', `${inTime(latencyBefore.p99)}, ${inTime(latencyDuring.p99)}`],
    ],
  )}</section>`;
};

/** What was done to the run on purpose, and what came of it. */
export const drillsSection = ({ drills }: LoadResult): Section[] =>
  drills.length === 0
    ? []
    : [{ id: 'drills', title: 'Drills', body: markup`<div class="cards">${drills.map(describeDrill)}</div>` }];
