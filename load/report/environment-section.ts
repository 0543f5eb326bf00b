import type { LoadResult } from '../../core/load-result.ts';
import { markup, type Part } from '../../reports/kit/page/markup.ts';
import { facts } from '../../reports/kit/page/table.ts';
import { inBrief, inSeconds } from './figures.ts';
import type { Section } from './section.ts';

/** What it takes to repeat the run. */
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
