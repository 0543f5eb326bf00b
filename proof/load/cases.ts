import type { LoadResult } from '../../load/result.ts';
import type { DrillKind } from '../../load/run/drills.ts';
import type { LoadRequest } from '../../load/run/prepare-plan.ts';
import type { FaultName } from './faults.ts';

/** A load run on a platform whose faults are known, and what it must come to. */
export interface LoadCase {
  name: string;
  fault?: FaultName;
  request: Omit<LoadRequest, 'seed' | 'jitter'>;
  timeScale: number;
  /** Documented seconds that a notification may wait. */
  dispatchSeconds: number;
  refuseEvery: number;
  dead: string[];
  /** How long an answer may take. */
  timeoutSeconds?: number;
  /** How long a journey may take, for the virtual users that stand ready. */
  journeySeconds?: number;
  drill?: { kind: DrillKind; afterSeconds: number; seconds: number };
  /** The count that must be the platform's own, to the unit. */
  figure?: (result: LoadResult) => number;
  /** Why the run cannot be believed, where that is what it must come to. */
  invalidReason?: RegExp;
  /** What the gate's only broken reason says; without it nothing may be broken. */
  brokenReason?: RegExp;
}

const steady = { script: 'webhooks', shape: 'steady', rate: 200, seconds: 7 } as const;
const usual = { request: steady, timeScale: 0.05, dispatchSeconds: 60, refuseEvery: 50, dead: [] };

/** Every fault, with the count that finds it; then sound platforms under everything that may happen to them. */
export const loadCases: readonly LoadCase[] = [
  {
    ...usual,
    name: 'one notification in a thousand is lost',
    fault: 'loses',
    figure: ({ conservation }) => conservation.lost,
    brokenReason: /never tried/,
  },
  {
    ...usual,
    name: 'one delivery in two hundred is repeated',
    fault: 'repeats',
    refuseEvery: 0,
    figure: ({ conservation }) => conservation.duplicated,
    brokenReason: /sent again after they had been taken/,
  },
  {
    ...usual,
    name: 'one notification in a hundred is ten seconds late',
    fault: 'delays',
    timeScale: 0.2,
    dispatchSeconds: 5,
    figure: ({ irregularities }) => irregularities.lateFirst,
    brokenReason: /later than a notification may wait/,
  },
  {
    ...usual,
    name: 'deliveries end after nine attempts',
    fault: 'stops at nine',
    request: { ...steady, rate: 60, seconds: 5 },
    timeScale: 0.005,
    dead: ['second'],
    figure: ({ conservation }) => conservation.abandoned,
    brokenReason: /not tried again/,
  },
  {
    ...usual,
    name: 'retries come in even steps',
    fault: 'backs off linearly',
    request: { ...steady, rate: 60, seconds: 5 },
    timeScale: 0.02,
    dead: ['second'],
    figure: ({ irregularities }) => irregularities.earlyRetry,
    brokenReason: /too soon/,
  },
  {
    ...usual,
    name: 'one order in five hundred fails',
    fault: 'fails orders',
    figure: ({ requests }) => requests.find(({ name }) => name === 'POST /orders')?.byStatus['500'] ?? 0,
    brokenReason: /answered 500/,
  },
  {
    ...usual,
    name: 'one order in five hundred is forgotten',
    fault: 'forgets orders',
    figure: ({ conservation }) => conservation.forgotten,
    brokenReason: /are gone/,
  },
  {
    ...usual,
    name: 'sixty orders a second are served of eighty, and every user may wait',
    fault: 'serves sixty a second',
    request: { ...steady, script: 'orders', rate: 80, seconds: 10 },
    journeySeconds: 10,
    brokenReason: /^the target is saturated: (5[4-9]|6[0-6])(\.\d)? of the 80 planned/,
  },
  {
    ...usual,
    name: 'sixty orders a second are served of eighty, until every user waits',
    fault: 'serves sixty a second',
    request: { ...steady, script: 'orders', rate: 80, seconds: 10 },
    journeySeconds: 0.5,
    brokenReason: /^the target is saturated: (5[4-9]|6[0-6])(\.\d)? of the 80 planned/,
  },
  {
    ...usual,
    name: 'orders take long at any rate, and enough users stand ready',
    fault: 'is slow at any rate',
    request: { ...steady, script: 'orders', rate: 40, seconds: 10 },
    journeySeconds: 2,
  },
  {
    ...usual,
    name: 'orders take long at any rate, and too few users stand ready',
    fault: 'is slow at any rate',
    request: { ...steady, script: 'orders', rate: 40, seconds: 10 },
    journeySeconds: 0.5,
    invalidReason: /slow at any rate/,
  },
  {
    ...usual,
    name: 'the platform stops answering',
    fault: 'stops answering',
    request: { ...steady, script: 'orders', rate: 40, seconds: 20 },
    timeoutSeconds: 10,
    brokenReason: /^the target stopped answering/,
  },
  { ...usual, name: 'a sound platform, the whole mix', request: { ...steady, script: 'mixed' } },
  { ...usual, name: 'the receiver refuses for a while', drill: { kind: 'refusing', afterSeconds: 4, seconds: 2 } },
  { ...usual, name: 'the receiver hangs for a while', drill: { kind: 'hanging', afterSeconds: 4, seconds: 2 } },
  { ...usual, name: 'the receiver resets for a while', drill: { kind: 'resetting', afterSeconds: 4, seconds: 2 } },
  { ...usual, name: 'the receiver is gone for a while', drill: { kind: 'gone', afterSeconds: 4, seconds: 2 } },
  {
    ...usual,
    name: 'the platform cannot be reached for a while',
    drill: { kind: 'restart', afterSeconds: 4, seconds: 2 },
  },
  {
    ...usual,
    name: 'the receiver of one company is dead',
    request: { ...steady, rate: 60 },
    timeScale: 0.01,
    dead: ['second'],
  },
];
