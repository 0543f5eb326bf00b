import type { LoadResult } from '../../core/load-result.ts';
import { markup } from '../../reports/kit/page/markup.ts';
import { table } from '../../reports/kit/page/table.ts';
import { inBrief, inWhole } from './figures.ts';
import type { Section } from './section.ts';

/** The passive rules as sampled answers and deliveries met them, the broken ones first. */
export const rulesSection = ({ rules, plan }: LoadResult): Section[] => {
  if (rules.length === 0) return [];
  const rows = rules
    .toSorted((a, b) => b.perMillion - a.perMillion)
    .map(({ rule, text, level, judged, violations, perMillion, example }) => [
      rule,
      example
        ? markup`${text}<p class="example">${example.what}: <code>${example.pointer}</code> expected ${example.expected}, got ${example.actual}</p>`
        : text,
      level,
      inWhole(judged),
      markup`<span class="count ${violations > 0 ? 'broken' : 'zero'}">${inWhole(violations)}</span>`,
      inBrief(perMillion),
    ]);
  const columns = [
    { name: 'Rule' },
    { name: 'What must hold' },
    { name: 'Level' },
    { name: 'Judged', isNumber: true },
    { name: 'Violations', isNumber: true },
    { name: 'A million', isNumber: true },
  ];
  const body = markup`<p>One in ${plan.sampleEvery} answers and deliveries was judged.</p>${table('Passive rules', columns, rows)}`;
  return [{ id: 'rules', title: 'Passive rules under load', body }];
};
