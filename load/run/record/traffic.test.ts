import { expect, test } from 'vitest';
import type { JourneyFact, OrderState, RequestFact } from '../../facts.ts';
import { warmUp } from '../../shapes.ts';
import { Traffic } from './traffic.ts';

const startMs = 1_000_500;

interface JourneySample {
  requests?: readonly RequestFact[];
  scenario?: string;
  lagMs?: number;
  order?: readonly [answeredMs: number, state: OrderState];
}

const journey = ({ requests = [], scenario = 'measure', lagMs = 0, order }: JourneySample): JourneyFact => [
  'j',
  scenario,
  'amber',
  'completed',
  lagMs,
  requests,
  order === undefined ? null : ['selo-r-measure-1', 'o1', order[0], 1, 0, order[1]],
];

const request = (afterMs: number, durationMs = 5, status = 200, name = 'POST /orders'): RequestFact => [
  name,
  startMs + afterMs,
  durationMs,
  status,
];

const trafficOf = (...journeys: readonly JourneySample[]): Traffic => {
  const traffic = new Traffic();
  for (const sample of journeys) traffic.journey(journey(sample));
  return traffic;
};

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

test('requests are counted by endpoint and status, in the order of their names', () => {
  const traffic = trafficOf(
    { requests: [request(0, 5, 200), request(10, 5, 0)] },
    { requests: [request(20, 5, 200, 'GET /orders'), request(30, 5, 503)] },
    { requests: [request(40, 5, 200)] },
  );
  expect(traffic.requests()).toMatchObject([
    { name: 'GET /orders', count: 1, byStatus: { 200: 1 } },
    { name: 'POST /orders', count: 4, byStatus: { 0: 1, 200: 2, 503: 1 } },
  ]);
});

test('the latency of an endpoint leaves out the warm-up, and counts a request without an answer by what it waited', () => {
  const traffic = trafficOf(
    { requests: [request(0, 9_000)], scenario: warmUp },
    { requests: [request(100, 20), request(200, 40, 503), request(300, 10_000, 0)] },
  );
  const [orders] = traffic.requests();
  expect([orders?.count, orders?.latencyMs.count]).toEqual([4, 3]);
  expect(orders?.latencyMs.min).toBeCloseTo(20, 1);
  expect(orders?.latencyMs.max).toBeCloseTo(10_000, -2);
  const [before] = traffic.requests(startMs + 100);
  expect([before?.count, before?.latencyMs.count]).toEqual([4, 3]);
  expect(traffic.requests(startMs)[0]?.latencyMs.count).toBe(0);
});

test.for([
  [0, 1],
  [200, 0],
  [404, 0],
  [429, 0],
  [499, 0],
  [500, 1],
  [503, 1],
] as const)('status %i is %i errors', ([status, errors]) => {
  const traffic = trafficOf({ requests: [request(0, 5, status)] });
  expect([traffic.errors, traffic.series()[0]?.errors]).toEqual([errors, errors]);
});

test('orders are counted by how they ended, and the accepted ones in the second of their answer', () => {
  const requests = [request(900)];
  const traffic = trafficOf(
    { requests: [request(0)] },
    { requests, order: [startMs + 1_100, 'accepted'] },
    { requests, order: [startMs + 1_200, 'accepted'] },
    { requests, order: [startMs + 1_100, 'refused'] },
    { requests, order: [startMs + 1_100, 'ambiguous'] },
  );
  expect(traffic.orders).toEqual({ accepted: 2, refused: 1, ambiguous: 1 });
  expect(traffic.series().map(({ at, requests, orders }) => [at, requests, orders])).toEqual([
    [0, 5, 0],
    [1, 0, 2],
  ]);
});

test('seconds are counted from the first request that is reported, and none lies before it', () => {
  const traffic = trafficOf(
    { requests: [request(0), request(999), request(1_000)] },
    { requests: [request(3_999)] },
    { requests: [request(-300)] },
  );
  expect(traffic.startedMs).toBe(startMs);
  expect(traffic.series().map(({ at, requests }) => [at, requests])).toEqual([
    [0, 3],
    [1, 1],
    [3, 1],
  ]);
  expect(new Traffic().startedMs).toBeUndefined();
});

test('a journey that sent nothing begins no run, but is one, and lags', () => {
  const traffic = trafficOf({ lagMs: 40 }, { requests: [request(0)], lagMs: 20 });
  expect([traffic.journeys, traffic.lag().count, traffic.startedMs]).toEqual([2, 2, startMs]);
  expect(traffic.lag().max).toBeCloseTo(20, 1);
});

test('percentiles of a second hold what was waited without an answer, in whatever order they came', () => {
  const answers = times(98).map((index) => request(index, 100 - index));
  const lost = times(2).map((index) => request(index, 10_000, 0));
  const [second, next] = trafficOf({ requests: [...answers, ...lost, request(1_000, 7), request(1_001, 9)] }).series();
  expect(second?.latencyP50).toBeCloseTo(52.5, 0);
  expect(second?.latencyP95).toBeCloseTo(97.5, 0);
  expect(second?.latencyP99).toBe(10_000);
  expect(second?.latencyBins).toEqual([0, 0, 2, 5, 10, 30, 50, 1, 0, 0, 0, 0, 0, 2]);
  expect(next?.latencyP50).toBe(8);
});

test('what all journeys of a scenario are late by is no lag, and what one of them is late by more is', () => {
  const late = (scenario: string, lagsMs: readonly number[]) => lagsMs.map((lagMs) => ({ scenario, lagMs }));
  const shifted = trafficOf(...late(warmUp, [0, 1, 2]), ...late('measure', [29, 30, 31, 33, 90]));
  expect(shifted.lag().max).toBeCloseTo(61, 0);
  expect(shifted.lag().count).toBe(8);
  // one that began too soon shifts none of the others
  expect(trafficOf(...late('measure', [-5, 0, 40])).lag().max).toBeCloseTo(40, 0);
});

test('a window has the whole seconds that began in it', () => {
  const traffic = trafficOf(
    ...times(5).map((second) => ({
      requests: [
        request(second * 1000, 10 + second),
        request(second * 1000 + 500, 10 + second, second === 2 ? 503 : 200),
      ],
    })),
  );
  const windowOf = (fromMs: number, toMs: number) => {
    const { seconds, journeys, errors, latency } = traffic.window(startMs + fromMs, startMs + toMs);
    const { min, max, count } = latency.spread();
    return [seconds, journeys, errors, count, Math.round(min ?? 0), Math.round(max ?? 0)];
  };
  expect(windowOf(1_000, 4_000)).toEqual([3, 3, 1, 6, 11, 13]);
  expect(windowOf(1_700, 2_900)).toEqual([1, 1, 0, 2, 11, 11]);
  expect(windowOf(2_200, 2_400)).toEqual([1, 1, 1, 2, 12, 12]);
  expect(windowOf(10_000, 12_000)).toEqual([2, 0, 0, 0, 0, 0]);
});

test('a journey is counted in the second that it began in, however long it lasts', () => {
  const traffic = trafficOf({ requests: [request(0)] }, { requests: [request(900), request(1_400), request(2_400)] });
  expect(traffic.window(startMs, startMs + 1_000).journeys).toBe(2);
  expect(traffic.window(startMs + 1_000, startMs + 3_000).journeys).toBe(0);
});
