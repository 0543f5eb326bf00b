import type { LoadResult } from '../../load/result.ts';
import { markup } from '../page/markup.ts';
import { table } from '../page/table.ts';
import { inTime, inWhole } from './figures.ts';
import { errorsOf, statusesInWords } from './request-errors.ts';
import type { Section } from './section.ts';

/** Each name of a request with its answers and its latency. */
export const requestsSection = ({ requests }: LoadResult): Section[] => {
  if (requests.length === 0) return [];
  const number = (name: string) => ({ name, isNumber: true });
  const rows = requests.map(({ name, count, byStatus, latencyMs }) => {
    const errors = errorsOf(byStatus);
    return [
      name,
      inWhole(count),
      markup`<span class="count ${errors > 0 ? 'broken' : 'zero'}">${inWhole(errors)}</span>`,
      ...[latencyMs.p50, latencyMs.p95, latencyMs.p99, latencyMs.p999, latencyMs.max].map(inTime),
      statusesInWords(byStatus),
    ];
  });
  const columns = [
    { name: 'Request' },
    ...['Count', 'Errors', 'p50', 'p95', 'p99', 'p99.9', 'max'].map(number),
    { name: 'Answers' },
  ];
  const body = markup`${table('Requests', columns, rows)}<p class="note">Errors: no answer, or 500 and up. A percentile needs ten observations beyond it; – stands for too few.</p>`;
  return [{ id: 'requests', title: 'Requests', body }];
};
