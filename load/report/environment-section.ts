import type { LoadResult } from '../../core/load-result.ts';
import { facts, type Markup, markup, nothing, type Part } from '../../reports/kit/page/markup.ts';
import { inBrief, inPercent, inSeconds, inTime, inWhole, tooFew } from './figures.ts';
import type { Section } from './section.ts';

/** Marks a count that should be zero. */
const unwanted = (count: number): Part =>
  count === 0 ? '0' : markup`<span class="count broken">${inWhole(count)}</span>`;

const errorsOf = (errors: readonly string[]): Markup =>
  errors.length === 0
    ? nothing
    : markup`<h3>Errors that k6 logged</h3><ul class="log">${errors.map((error) => markup`<li><code>${error}</code></li>`)}</ul>`;

/** Whether the generator and the capture were healthy, so that the other figures are reliable. */
export const healthSection = ({ health }: LoadResult): Section[] => {
  const { journeys, dropped, interrupted, scheduleLagMs, generatorCpu, errors, capture } = health;
  const generator = facts([
    ['Journeys', inWhole(journeys)],
    ['Dropped', unwanted(dropped)],
    ['Interrupted', unwanted(interrupted)],
    ['Schedule lag p50', inTime(scheduleLagMs.p50)],
    ['Schedule lag p99', inTime(scheduleLagMs.p99)],
    ['CPU', generatorCpu === null ? tooFew : inPercent(generatorCpu, 1)],
  ]);
  const received = facts([
    ['Processes', inWhole(capture.processes)],
    ['Received', inWhole(capture.received)],
    ['Answered 503 as too busy', unwanted(capture.overloaded)],
    ['Connections turned away', unwanted(capture.turnedAway)],
    ['Unreadable', unwanted(capture.unreadable)],
    ['Loop delay p99', inTime(capture.loopDelayP99Ms)],
    ['Memory at most', `${inWhole(capture.memoryMiB)} MiB`],
  ]);
  const body = markup`<div class="cards"><section class="card"><h3>Generator</h3>${generator}</section><section class="card"><h3>Capture</h3>${received}</section></div>${errorsOf(errors)}`;
  return [{ id: 'health', title: 'Generator and capture', body }];
};

/** Everything that is needed to repeat the run. */
export const environmentSection = ({ run, plan, target }: LoadResult): Section[] => {
  const { machine, merged } = run;
  const weights = Object.entries(plan.weights).map(([journey, weight]) => `${journey} ${weight}`);
  const pairs: (readonly [string, Part])[] = [
    ['Target', `${target.name}${target.isEmbedded ? ' (embedded platform)' : ''}`],
    ['Base URL', target.baseUrl],
    ['Time scale', String(target.timeScale)],
    ['Run', run.id],
    ...(merged ? [['Merged from', merged.join(', ')] as const] : []),
    ['Started', run.startedAt],
    ['Took', inSeconds(run.durationSeconds)],
    ['Ended', run.endedBy === undefined ? run.ended : `${run.ended}: ${run.endedBy}`],
    ['Script, shape', `${run.script}, ${run.shape}`],
    ['Rate at most', `${inBrief(plan.rate)} journeys a second, ${plan.arrivals} arrivals`],
    ['Planned', inSeconds(plan.seconds)],
    ['Weights', weights.join(', ') || 'none'],
    ['Companies', plan.companies.join(', ')],
    ['Sampled', `one in ${plan.sampleEvery}`],
    ['Refused at first', plan.refuseEvery === 0 ? 'none' : `one delivery in ${plan.refuseEvery}`],
    ['Seed', String(run.seed)],
    ['Configuration', markup`<code>${run.configuration}</code>`],
    ['Versions', `Selo ${run.selo}, k6 ${run.k6}, Node ${run.node}`],
    ['Machine', `${machine.cpu}, ${machine.cores} cores, ${inBrief(machine.memoryGiB)} GiB, ${machine.platform}`],
  ];
  return [{ id: 'environment', title: 'Environment', body: facts(pairs) }];
};
