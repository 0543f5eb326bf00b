import type { DrillKind } from '../../core/load-kinds.ts';
import type { LoadResult } from '../../core/load-result.ts';
import type { LoadRequest } from '../../load/run/prepare/prepare-plan.ts';
import type { FaultName } from './faults.ts';

/** A load run on a platform with a known fault, and the expected result. */
export interface LoadCase {
  name: string;
  fault?: FaultName;
  request: Omit<LoadRequest, 'seed' | 'jitter'>;
  timeScale: number;
  /** How long a notification may wait. */
  dispatchSeconds: number;
  refuseEvery: number;
  failingReceivers: string[];
  timeoutSeconds?: number;
  /** Decides how many virtual users there are. */
  journeySeconds?: number;
  drill?: { kind: DrillKind; afterSeconds: number; seconds: number };
  /** The count that must equal the platform's own exactly. */
  figure?: (result: LoadResult) => number;
  /** Journeys a second that the target can serve. The range that a search finds must contain it. */
  capacity?: number;
  /** Why the results must be called not reliable. */
  invalidReason?: RegExp;
  /** The only reason for which the gate may fail; without it, the gate must pass. */
  brokenReason?: RegExp;
}

const steady = { script: 'webhooks', shape: 'steady', rate: 200, seconds: 7 } as const;
const common = { request: steady, dispatchSeconds: 60, refuseEvery: 50, failingReceivers: [] };
const slower = { ...steady, rate: 80 };
const simulated = { ...common, request: slower, timeScale: 1 };
const someRetries = { ...simulated, request: { ...steady, rate: 20, seconds: 5 }, failingReceivers: ['second'] };

/**
 * Every fault with the count that finds it, and sound platforms with any receivers: in simulated time, without k6 and
 * without sockets.
 */
export const simulatedCases: readonly LoadCase[] = [
  {
    ...simulated,
    name: 'one notification in five hundred is lost',
    fault: 'loses',
    figure: ({ conservation }) => conservation.lost,
    brokenReason: /never sent/,
  },
  {
    ...simulated,
    name: 'one delivery in two hundred is repeated',
    fault: 'repeats',
    refuseEvery: 0,
    figure: ({ conservation }) => conservation.duplicated,
    brokenReason: /sent again after they had been acknowledged/,
  },
  {
    ...simulated,
    name: 'one notification in a hundred is ten seconds late',
    fault: 'delays',
    dispatchSeconds: 9,
    figure: ({ irregularities }) => irregularities.lateFirst,
    brokenReason: /later than a notification may wait/,
  },
  {
    ...simulated,
    name: 'one notification in three hundred is made up',
    fault: 'makes notifications up',
    refuseEvery: 0,
    figure: ({ irregularities }) => irregularities.unexpected,
    brokenReason: /that no order is due/,
  },
  {
    ...someRetries,
    name: 'deliveries end after nine attempts',
    fault: 'stops at nine',
    figure: ({ conservation }) => conservation.abandoned,
    brokenReason: /not sent again/,
  },
  {
    ...someRetries,
    name: 'retries come in even steps',
    fault: 'backs off linearly',
    figure: ({ irregularities }) => irregularities.earlyRetry,
    brokenReason: /too soon/,
  },
  {
    ...someRetries,
    name: 'retries come too late',
    fault: 'pauses too long',
    // 24 s in place of 8: overdue after 23.5, so that the drain sees it
    dispatchSeconds: 15,
    figure: ({ irregularities }) => irregularities.lateRetry,
    brokenReason: /too late/,
  },
  {
    ...simulated,
    name: 'one order in five hundred fails',
    fault: 'fails orders',
    figure: ({ requests }) => requests.find(({ name }) => name === 'POST /orders')?.byStatus['500'] ?? 0,
    brokenReason: /answered 500/,
  },
  {
    ...simulated,
    name: 'one order in five hundred is missing',
    fault: 'forgets orders',
    figure: ({ conservation }) => conservation.orderMissing,
    brokenReason: /do not exist/,
  },
  { ...simulated, name: 'a sound platform, the whole mix', request: { ...slower, script: 'mixed' } },
  { ...simulated, name: 'the receiver refuses for a while', drill: { kind: 'refusing', afterSeconds: 4, seconds: 2 } },
  { ...simulated, name: 'the receiver hangs for a while', drill: { kind: 'hanging', afterSeconds: 4, seconds: 2 } },
  { ...simulated, name: 'the receiver resets for a while', drill: { kind: 'resetting', afterSeconds: 4, seconds: 2 } },
  { ...simulated, name: 'the receiver is gone for a while', drill: { kind: 'gone', afterSeconds: 4, seconds: 2 } },
  { ...someRetries, name: 'the receiver of one company refuses everything' },
];

const real = { ...common, timeScale: 0.05 };

/** Cases that need k6 and a target in separate processes. */
export const realCases: readonly LoadCase[] = [
  {
    ...real,
    name: 'one notification in five hundred is lost',
    fault: 'loses',
    figure: ({ conservation }) => conservation.lost,
    brokenReason: /never sent/,
  },
  {
    ...real,
    // k6's virtual users wait in the target's queue
    name: 'sixty orders a second are served of eighty, and every user may wait',
    fault: 'serves sixty a second',
    request: { ...steady, script: 'orders', rate: 80, seconds: 10 },
    journeySeconds: 10,
    brokenReason: /^the target is saturated: (5[4-9]|6[0-6])(\.\d)? \(.*\) of the 80 planned/,
  },
  {
    ...real,
    // k6 drops the journeys that it has no user for
    name: 'sixty orders a second are served of eighty, until every user waits',
    fault: 'serves sixty a second',
    request: { ...steady, script: 'orders', rate: 80, seconds: 10 },
    journeySeconds: 0.5,
    brokenReason: /^the target is saturated: (5[4-9]|6[0-6])(\.\d)? \(.*\) of the 80 planned/,
  },
  {
    ...real,
    // a k6 for each step; 94 of 100 journeys send an order, counted with those that send two
    name: 'a search for the rate at which sixty orders a second are no longer enough',
    fault: 'serves sixty a second',
    request: { ...steady, script: 'orders', shape: 'search', rate: 160, seconds: 80 },
    journeySeconds: 4,
    capacity: 64,
  },
  {
    ...real,
    // the rate changes; fifteen journeys a second send no order, and are served as well
    name: 'a spike of 150 orders a second when 60 are served',
    fault: 'serves sixty a second',
    request: { ...steady, script: 'orders', shape: 'spike', rate: 150, seconds: 24 },
    journeySeconds: 4,
    brokenReason: /^the target is saturated: (6[5-9]|7[0-9])(\.\d)? \(.*\) of the 150 planned .* the queue /,
  },
  {
    ...real,
    // k6 drops journeys although no queue grows
    name: 'orders take long at any rate, and too few users stand ready',
    fault: 'is slow at any rate',
    request: { ...steady, script: 'orders', rate: 40, seconds: 10 },
    journeySeconds: 0.5,
    invalidReason: /slow at any rate/,
  },
  {
    ...real,
    // connections hang, and k6 must be stopped
    name: 'the platform stops answering',
    fault: 'stops answering',
    request: { ...steady, script: 'orders', rate: 40, seconds: 20 },
    timeoutSeconds: 10,
    brokenReason: /^the target stopped answering/,
  },
  {
    ...real,
    // the capture's port is closed, and connections are refused
    name: 'the receiver is gone for a while, the whole mix',
    request: { ...steady, script: 'mixed' },
    drill: { kind: 'gone', afterSeconds: 4, seconds: 2 },
  },
  {
    ...real,
    // the hooks of the profile are processes
    name: 'the platform cannot be reached for a while',
    drill: { kind: 'restart', afterSeconds: 4, seconds: 2 },
  },
];
