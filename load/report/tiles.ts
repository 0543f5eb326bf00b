import type { LoadResult } from '../../core/load-result.ts';
import { type Markup, markup } from '../../reports/kit/page/markup.ts';
import { sendingOrders } from '../gate/objectives.ts';
import { errorsOf, inBrief, inPercent, inSeconds, inSigned, inTime, inWhole, tooFew } from './figures.ts';
import { isFollowed } from './section.ts';

interface Tile {
  name: string;
  figure: string;
  about: string;
  isBad?: boolean;
}

const latencyTiles = ({ requests }: LoadResult): Tile[] => {
  const sent = requests.find(({ name }) => name === sendingOrders);
  if (sent === undefined) return [];
  const { p50, p95, p99 } = sent.latencyMs;
  return [{ name: `${sendingOrders} p95`, figure: inTime(p95), about: `p50 ${inTime(p50)}, p99 ${inTime(p99)}` }];
};

const throughputTiles = ({ run, requests, orders }: LoadResult): Tile[] => {
  const asked = requests.reduce((sum, { count }) => sum + count, 0);
  const errors = requests.reduce((sum, { byStatus }) => sum + errorsOf(byStatus), 0);
  return [
    {
      name: 'Orders accepted',
      figure: inWhole(orders.accepted),
      about: `${inBrief(orders.accepted / run.loadSeconds)} a second over ${inSeconds(run.loadSeconds)}`,
    },
    {
      name: 'Requests',
      figure: inWhole(asked),
      about: `${inBrief(asked / run.loadSeconds)} a second over ${inSeconds(run.loadSeconds)}`,
    },
    {
      name: 'Errors',
      figure: inPercent(errors, asked),
      about: `${inWhole(errors)} without an answer or 500 and up`,
      isBad: errors > 0,
    },
  ];
};

const notificationTiles = ({ conservation, webhooks }: LoadResult): Tile[] => {
  const { due, deliveredOnce, duplicated, lost, orderMissing, abandoned } = conservation;
  const gone = lost + orderMissing + abandoned;
  const slope = webhooks.backlogSlope;
  return [
    {
      name: 'Delivered exactly once',
      figure: inPercent(deliveredOnce, due),
      about: `of ${inWhole(due)} due; ${inWhole(gone)} gone, ${inWhole(duplicated)} duplicated`,
      isBad: gone + duplicated > 0,
    },
    {
      name: 'Webhook latency p95',
      figure: inTime(webhooks.latencyMs.p95),
      about: `p50 ${inTime(webhooks.latencyMs.p50)}, p99 ${inTime(webhooks.latencyMs.p99)}`,
    },
    {
      name: 'Drain',
      figure: inSeconds(webhooks.drainSeconds),
      about: webhooks.drainSeconds === null ? 'due notifications were left' : 'from the last order to the last due one',
    },
    {
      name: 'Growth of the backlog',
      figure: slope ? inSigned(slope.perSecond) : tooFew,
      about: slope ? `a second, 95 % sure: ${inSigned(slope.low)} to ${inSigned(slope.high)}` : 'not measured',
      isBad: slope !== null && slope.low > 0,
    },
  ];
};

const specialTiles = ({ stableRate, steps, fairness }: LoadResult): Tile[] => [
  ...(steps.length > 0
    ? [
        {
          name: 'Highest stable rate',
          figure: stableRate === null ? tooFew : inBrief(stableRate),
          about: stableRate === null ? 'no step was stable' : 'journeys a second',
          isBad: stableRate === null,
        },
      ]
    : []),
  ...(fairness === null ? [] : [{ name: 'Fairness', figure: fairness.toFixed(3), about: '1 is even among companies' }]),
];

/** The most important figures of a run. */
export const tiles = (result: LoadResult): Markup => {
  const all: Tile[] = [
    ...latencyTiles(result),
    ...throughputTiles(result),
    ...(isFollowed(result) ? notificationTiles(result) : []),
    ...specialTiles(result),
  ];
  return markup`<dl class="tiles">${all.map(
    ({ name, figure, about, isBad = false }) =>
      markup`<div class="${isBad ? 'tile bad' : 'tile'}"><dt>${name}</dt><dd><b>${figure}</b><span>${about}</span></dd></div>`,
  )}</dl>`;
};
