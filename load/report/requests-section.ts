import type { LoadResult, Spread } from '../../core/load-result.ts';
import { type Markup, markup, nothing } from '../../reports/kit/page/markup.ts';
import { table } from '../../reports/kit/page/table.ts';
import { errorsOf, inBrief, inTime, inWhole, statusesInWords, tooFew } from './figures.ts';
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

/** By what the slowest requests are found in the logs and traces of the target. */
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
    { name: 'Request' },
    { name: 'Took', isNumber: true },
    { name: 'Answer' },
    { name: 'Company' },
    { name: 'Sent' },
    { name: 'External id' },
    { name: 'traceparent' },
  ];
  return markup`<details class="examples"><summary>Slowest requests <small>${slowest.length}</small></summary>${table('Slowest requests', columns, rows)}</details>`;
};

/** The percentile, and where it lies 95 % sure. */
const inInterval = ({ p99, p99Between: between }: Spread): string =>
  between === null ? tooFew : `${inTime(p99)} (${inTime(between.low)} to ${inTime(between.high)})`;

/** Each name of a request with its answers and its latency. */
export const requestsSection = ({ requests, slowest }: LoadResult): Section[] => {
  if (requests.length === 0) return [];
  const number = (name: string) => ({ name, isNumber: true });
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
    { name: 'Request' },
    ...['Count', 'Errors', 'p50', 'p95', 'p99', 'p99.9', 'max'].map(number),
    { name: 'Answers' },
  ];
  const body = markup`${table('Requests', columns, rows)}<p class="note">Errors: no answer, or 500 and up. A percentile needs ten observations beyond it; – stands for too few. In brackets: where the p99 of the target lies, 95 % sure.</p>`;
  return [{ id: 'requests', title: 'Requests', body: markup`${body}${slowestTable(slowest)}` }];
};
