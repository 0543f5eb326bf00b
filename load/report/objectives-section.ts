import type { LoadResult } from '../../core/load-result.ts';
import { markup } from '../../reports/kit/page/markup.ts';
import { table } from '../../reports/kit/page/table.ts';
import { signOf } from '../../reports/kit/paint.ts';
import { inUnit, inWhole } from './figures.ts';
import type { Section } from './section.ts';

/** What the profile requires, and what was measured. */
export const objectivesSection = ({ objectives }: LoadResult): Section[] => {
  if (objectives.length === 0) return [];
  const rows = objectives.map(({ text, limit, actual, unit, samples, outcome }) => [
    text,
    inUnit(limit, unit),
    inUnit(actual, unit),
    inWhole(samples),
    markup`<span class="outcome ${outcome}">${signOf[outcome]} ${outcome === 'unverified' ? 'too few samples' : outcome}</span>`,
  ]);
  const columns = [
    { name: 'Objective' },
    { name: 'Limit', isNumber: true },
    { name: 'Actual', isNumber: true },
    { name: 'Samples', isNumber: true },
    { name: 'Outcome' },
  ];
  return [{ id: 'objectives', title: 'Objectives', body: table('Objectives', columns, rows) }];
};
