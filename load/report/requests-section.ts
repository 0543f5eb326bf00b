import type { LoadResult, Spread } from '../../core/load-result.ts';
import { type Markup, markup, nothing, table } from '../../reports/kit/page/markup.ts';
import { errorsOf, inBrief, inTime, inWhole, statusesInWords, tooFew } from './figures.ts';
import { numberColumns, type Section, textColumns } from './section.ts';

/** The passive rules, those with most violations first. */
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
    ...textColumns('Rule', 'What must hold', 'Level'),
    ...numberColumns('Judged', 'Violations', 'A million'),
  ];
  const body = markup`<p>One in ${plan.sampleEvery} answers and deliveries was judged.</p>${table('Passive rules', columns, rows)}`;
  return [{ id: 'rules', title: 'Passive rules under load', body }];
};

const slowestTable = (slowest: LoadResult['slowest']): Markup => {
  if (slowest.length === 0) return nothing;
  const rows = slowest.map(({ name, company, sentAt, ms, status, order }) => [
    name,
    inTime(ms),
    status === 0 ? 'no answer' : String(status),
    company,
    sentAt,
    markup`<code>${order?.externalId ?? tooFew}</code>`,
    markup`<code>${order?.traceparent ?? tooFew}</code>`,
  ]);
  const columns = [
    ...textColumns('Request'),
    ...numberColumns('Took'),
    ...textColumns('Answer', 'Company', 'Sent', 'External id', 'traceparent'),
  ];
  return markup`<details class="examples"><summary>Slowest requests <small>${slowest.length}</small></summary>${table('Slowest requests', columns, rows)}</details>`;
};

const inInterval = ({ p99, p99Between: between }: Spread): string =>
  between === null ? tooFew : `${inTime(p99)} (${inTime(between.low)} to ${inTime(between.high)})`;

export const requestsSection = ({ requests, slowest }: LoadResult): Section[] => {
  if (requests.length === 0) return [];
  const rows = requests.map(({ name, count, byStatus, latencyMs }) => {
    const errors = errorsOf(byStatus);
    return [
      name,
      inWhole(count),
      markup`<span class="count ${errors > 0 ? 'broken' : 'zero'}">${inWhole(errors)}</span>`,
      ...[latencyMs.p50, latencyMs.p95].map(inTime),
      inInterval(latencyMs),
      ...[latencyMs.p999, latencyMs.max].map(inTime),
      statusesInWords(byStatus),
    ];
  });
  const columns = [
    ...textColumns('Request'),
    ...numberColumns('Count', 'Errors', 'p50', 'p95', 'p99', 'p99.9', 'max'),
    ...textColumns('Answers'),
  ];
  const body = markup`${table('Requests', columns, rows)}<p class="note">Errors: no answer, or 500 and up. A percentile needs ten observations beyond it; – stands for too few. In brackets: where the p99 of the target lies, 95 % sure.</p>`;
  return [{ id: 'requests', title: 'Requests', body: markup`${body}${slowestTable(slowest)}` }];
};
