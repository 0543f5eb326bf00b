import type { LoadResult } from '../../core/load-result.ts';
import { facts, type Markup, markup, nothing, table } from '../../reports/kit/page/markup.ts';
import { inBrief, inPercent, inSeconds, inSigned, inTime, inWhole, percent, tooFew } from './figures.ts';
import { addsUp, exampleMeaning, exampleName, irregularityNames, notificationClasses } from './notification-classes.ts';
import { isFollowed, notFollowed, numberColumns, type Section, textColumns } from './section.ts';

export const companiesSection = ({ companies, fairness }: LoadResult): Section[] => {
  if (companies.length === 0) return [];
  const summary =
    fairness === null
      ? 'Too few companies to compare.'
      : `Jain's index of the median webhook latencies is ${fairness.toFixed(3)}; 1 is even. Receivers that fail by plan are left out.`;
  const rows = companies.map(({ name, failingReceiver, orders, webhookMs }) => [
    name,
    failingReceiver ? 'refuses everything, by plan' : 'accepts notifications',
    inWhole(orders),
    ...[webhookMs.p50, webhookMs.p95, webhookMs.p99, webhookMs.max].map(inTime),
  ]);
  const columns = [
    ...textColumns('Company', 'Receiver'),
    ...numberColumns('Orders', 'Webhook p50', 'p95', 'p99', 'max'),
  ];
  const body = markup`<p>${summary}</p>${table('Companies', columns, rows)}`;
  return [{ id: 'companies', title: 'Companies', body }];
};

interface Share {
  name: string;
  count: number;
  /** Class of its color. */
  look: string;
}

/** So that small shares can be seen. */
const minShown = 0.004;

const bar = (value: number, highest: number): Markup =>
  markup`<svg class="bar" height="12" aria-hidden="true"><rect class="first" width="${percent(value === 0 ? 0 : Math.max(minShown, value / highest))}" height="12" rx="2"/></svg>`;

const stackedBar = (title: string, shares: readonly Share[]): Markup => {
  const whole = shares.reduce((sum, { count }) => sum + count, 0);
  const descriptions = shares.map(({ name, count }) => `${name} ${inWhole(count)}, ${inPercent(count, whole)}`);
  let before = 0;
  const parts = shares.map(({ count, look }, index) => {
    const start = before;
    before += count;
    return markup`<rect class="part ${look}" x="${percent(start / whole)}" width="${percent(count / whole)}" height="22"><title>${descriptions[index] ?? ''}</title></rect>`;
  });
  return markup`<figure class="stacked"><svg role="img" height="22" aria-label="${title}: ${descriptions.join('; ')}">${parts}</svg><figcaption>${title}</figcaption></figure>`;
};

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
    [...textColumns('Took', 'Deliveries'), ...numberColumns('Count', 'Share')],
    rows,
  )}`;
  return [{ id: 'webhooks', title: 'Webhooks', body }];
};

const swatch = (look: string): Markup =>
  markup`<svg class="swatch" width="10" height="10" aria-hidden="true"><rect class="part ${look}" width="10" height="10" rx="2"/></svg>`;

const conservationTable = ({ conservation }: LoadResult): Markup => {
  const { due } = conservation;
  const rows = notificationClasses.map(({ key, name, meaning, weight }) => {
    const count = conservation[key];
    const look = count === 0 ? 'zero' : weight;
    return [
      markup`${swatch(key)} ${name}`,
      markup`<span class="count ${look}">${inWhole(count)}</span>`,
      inPercent(count, due),
      meaning,
    ];
  });
  return table(
    'What became of the due notifications',
    [...textColumns('Class'), ...numberColumns('Notifications', 'Share'), ...textColumns('Meaning')],
    [...rows, [markup`<b>due</b>`, markup`<b>${inWhole(due)}</b>`, inPercent(due, due), 'the sum of all classes']],
  );
};

/** A bar of all notifications, and an enlarged one of those that were not delivered once. */
const bars = ({ conservation }: LoadResult): Markup => {
  const shares = notificationClasses.map(({ key, name }): Share => ({ name, count: conservation[key], look: key }));
  const all = shares.filter(({ count }) => count > 0);
  const others = all.filter(({ look }) => look !== 'deliveredOnce');
  const left = others.reduce((sum, { count }) => sum + count, 0);
  if (all.length === 0) return markup`<p class="empty">No notification was due.</p>`;
  if (left === 0) return stackedBar(`All ${inWhole(conservation.due)} were delivered exactly once`, all);
  const enlarged =
    others.length === all.length
      ? nothing
      : stackedBar(`Enlarged: the ${inWhole(left)} that were not delivered exactly once`, others);
  return markup`${stackedBar(`All ${inWhole(conservation.due)} that were due`, all)}${enlarged}`;
};

const irregularitiesTable = ({ irregularities }: LoadResult): Markup => {
  const found = irregularityNames.filter(({ key }) => irregularities[key] > 0);
  if (found.length === 0)
    return markup`<p class="empty">None. No notification was unexpected, and every attempt came on schedule.</p>`;
  return table(
    'Irregularities',
    [...textColumns('Irregularity'), ...numberColumns('Count'), ...textColumns('Meaning')],
    found.map(({ key, name, meaning, weight }) => [
      name,
      markup`<span class="count ${weight}">${inWhole(irregularities[key])}</span>`,
      meaning,
    ]),
  );
};

const examplesOf = ({ examples }: LoadResult): Markup => {
  const kinds = Object.entries(examples).filter(([, list]) => list.length > 0);
  if (kinds.length === 0) return nothing;
  return markup`<h3>Examples</h3>${kinds.map(
    ([kind, list]) =>
      markup`<details class="examples"><summary>${exampleName(kind)} <small>${list.length}</small></summary>${table(
        `Examples: ${exampleName(kind)}`,
        textColumns('Order', 'What happened', 'Company', 'Sent', 'External id', 'Trace'),
        list.map(({ order, what, sent }) => [
          markup`<code>${order}</code>`,
          exampleMeaning(kind, what),
          sent?.company ?? tooFew,
          sent?.sentAt ?? tooFew,
          markup`<code>${sent?.externalId ?? tooFew}</code>`,
          markup`<code>${sent?.trace ?? tooFew}</code>`,
        ]),
      )}</details>`,
  )}`;
};

export const notificationsSection = (result: LoadResult): Section[] => {
  const { orders, readBack } = result;
  const wrong = addsUp(result.conservation)
    ? nothing
    : markup`<p class="alarm">The classes do not add up to what is due: the ledger has an error.</p>`;
  const summary = `${inWhole(orders.accepted)} orders accepted, ${inWhole(orders.refused)} refused, ${inWhole(orders.ambiguous)} without a clear answer (${inWhole(orders.ambiguousFound)} of these were found afterwards). ${inWhole(readBack.judged)} read back, ${inWhole(readBack.wrong)} of them not as they were sent.`;
  if (!isFollowed(result)) {
    const body = markup`<p>${summary}</p><p class="empty">${notFollowed}</p>`;
    return [{ id: 'notifications', title: 'Orders', body }];
  }
  const body = markup`<p>${summary}</p>${wrong}${bars(result)}${conservationTable(result)}<h3>Irregularities</h3>${irregularitiesTable(result)}${examplesOf(result)}`;
  return [{ id: 'notifications', title: 'Conservation of notifications', body }];
};
