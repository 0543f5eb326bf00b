import type { LoadResult } from '../../core/load-result.ts';
import type { Paint } from '../../reports/kit/paint.ts';
import { inBrief, inSeconds, inSigned, inTime, inWhole, tooFew } from './figures.ts';
import { errorsOf } from './request-errors.ts';
import { figureWidth, heading, labelled, row, weighed } from './terminal-layout.ts';

export const requestsReport = ({ requests }: LoadResult, paint: Paint): string[] => [
  '',
  paint('bold', row('Requests', ['count', 'errors', 'p50', 'p95', 'p99', 'max'])),
  ...requests.map(({ name, count, byStatus, latencyMs }) => {
    const errors = errorsOf(byStatus);
    const start = row(name, [inWhole(count)]);
    const latency = [latencyMs.p50, latencyMs.p95, latencyMs.p99, latencyMs.max].map((ms) =>
      inTime(ms).padStart(figureWidth),
    );
    return start + weighed(errors, 'broken', inWhole(errors).padStart(figureWidth), paint) + latency.join('');
  }),
];

export const throughputReport = ({ run, requests, orders }: LoadResult): string[] => {
  const asked = requests.reduce((sum, { count }) => sum + count, 0);
  const ambiguous =
    orders.ambiguous === 0 ? '' : `, ${inWhole(orders.ambiguous)} ambiguous (${inWhole(orders.ambiguousFound)} found)`;
  return [
    ...labelled(
      'throughput',
      `${inBrief(asked / run.loadSeconds)} requests a second · ${inBrief(orders.accepted / run.loadSeconds)} orders a second`,
    ),
    ...labelled('orders', `${inWhole(orders.accepted)} accepted, ${inWhole(orders.refused)} refused${ambiguous}`),
  ];
};

export const webhooksReport = ({ webhooks }: LoadResult, paint: Paint): string[] => {
  const { latencyMs, attempts, attemptsPerDelivery, drainSeconds, backlogSlope } = webhooks;
  const took = attemptsPerDelivery.flatMap((count, index) => (count > 0 ? [`${index + 1}: ${inWhole(count)}`] : []));
  const slope = backlogSlope
    ? `${inSigned(backlogSlope.perSecond)} notifications a second (${inSigned(backlogSlope.low)} to ${inSigned(backlogSlope.high)})`
    : `${tooFew} (not measured)`;
  const grows = backlogSlope !== null && backlogSlope.low > 0;
  return [
    ...heading('Webhooks', paint),
    ...labelled(
      'latency',
      `p50 ${inTime(latencyMs.p50)} · p95 ${inTime(latencyMs.p95)} · p99 ${inTime(latencyMs.p99)} · max ${inTime(latencyMs.max)}`,
    ),
    ...labelled('attempts', `${inWhole(attempts)}; deliveries by attempts: ${took.join(', ') || 'none'}`),
    ...labelled('drain', drainSeconds === null ? 'never: due notifications were left' : inSeconds(drainSeconds)),
    ...labelled('backlog', slope).map((line) => (grows ? paint('red', line) : line)),
  ];
};

export const companiesReport = ({ companies, fairness }: LoadResult, paint: Paint): string[] => {
  if (fairness === null) return [];
  return [
    '',
    paint('bold', row('Companies', ['orders', 'p50', 'p95', 'p99'])),
    ...companies.map(({ name, failingReceiver, orders, webhookMs }) => {
      const cells = [inWhole(orders), inTime(webhookMs.p50), inTime(webhookMs.p95), inTime(webhookMs.p99)];
      return `${row(`  ${name}`, cells)}${failingReceiver ? '  refuses all, by plan' : ''}`;
    }),
    `  fairness ${fairness.toFixed(3)} (1 is even)`,
  ];
};
