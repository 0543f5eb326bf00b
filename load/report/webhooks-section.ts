import type { LoadResult } from '../../core/load-result.ts';
import { markup } from '../../reports/kit/page/markup.ts';
import { facts, table } from '../../reports/kit/page/table.ts';
import { bar } from './bars.ts';
import { inBrief, inPercent, inSeconds, inSigned, inTime, inWhole, tooFew } from './figures.ts';
import { isFollowed } from './followed.ts';
import type { Section } from './section.ts';

/** How notifications travelled: latency, attempts, drain. */
export const webhooksSection = (result: LoadResult): Section[] => {
  if (!isFollowed(result)) return [];
  const { webhooks } = result;
  const { latencyMs, attempts, attemptsPerDelivery, drainSeconds, backlogSlope } = webhooks;
  if (attempts === 0) {
    const body = markup`<p class="empty">No attempt of a delivery arrived.</p>`;
    return [{ id: 'webhooks', title: 'Webhooks', body }];
  }
  const deliveries = attemptsPerDelivery.reduce((sum, count) => sum + count, 0);
  const highest = Math.max(0, ...attemptsPerDelivery);
  const last = attemptsPerDelivery.findLastIndex((count) => count > 0);
  const rows = attemptsPerDelivery
    .slice(0, last + 1)
    .map((count, index) => [
      index === 0 ? '1 attempt' : `${index + 1} attempts`,
      bar(count, highest),
      inWhole(count),
      inPercent(count, deliveries),
    ]);
  const slope = backlogSlope
    ? `${inSigned(backlogSlope.perSecond)} a second (${inSigned(backlogSlope.low)} to ${inSigned(backlogSlope.high)})`
    : tooFew;
  const body = markup`${facts([
    ['Latency p50', inTime(latencyMs.p50)],
    ['p95', inTime(latencyMs.p95)],
    ['p99', inTime(latencyMs.p99)],
    ['p99.9', inTime(latencyMs.p999)],
    ['Highest', inTime(latencyMs.max)],
    ['Attempts', inWhole(attempts)],
    ['Attempts a delivery', deliveries === 0 ? tooFew : inBrief(attempts / deliveries)],
    ['Drain', inSeconds(drainSeconds)],
    ['Growth of the backlog', slope],
  ])}<h3>Attempts per delivery</h3>${table(
    'Attempts per delivery',
    [{ name: 'Took' }, { name: 'Deliveries' }, { name: 'Count', isNumber: true }, { name: 'Share', isNumber: true }],
    rows,
  )}`;
  return [{ id: 'webhooks', title: 'Webhooks', body }];
};
