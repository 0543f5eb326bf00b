import type { LoadResult } from '../../core/load-result.ts';
import { markup } from '../../reports/kit/page/markup.ts';
import { table } from '../../reports/kit/page/table.ts';
import { inTime, inWhole } from './figures.ts';
import type { Section } from './section.ts';

/** Whether the companies were served alike, also beside one whose receiver refuses everything. */
export const companiesSection = ({ companies, fairness }: LoadResult): Section[] => {
  if (companies.length === 0) return [];
  const number = (name: string) => ({ name, isNumber: true });
  const summary =
    fairness === null
      ? 'Too few companies to compare.'
      : `Jain's index of the median webhook latencies is ${fairness.toFixed(3)}; 1 is even. Receivers that fail by plan are left out.`;
  const rows = companies.map(({ name, failingReceiver, orders, webhookMs }) => [
    name,
    failingReceiver ? 'refuses everything, by plan' : 'takes notifications',
    inWhole(orders),
    ...[webhookMs.p50, webhookMs.p95, webhookMs.p99, webhookMs.max].map(inTime),
  ]);
  const columns = [
    { name: 'Company' },
    { name: 'Receiver' },
    ...['Orders', 'Webhook p50', 'p95', 'p99', 'max'].map(number),
  ];
  const body = markup`<p>${summary}</p>${table('Companies', columns, rows)}`;
  return [{ id: 'companies', title: 'Companies', body }];
};
