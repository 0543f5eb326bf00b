import type { Second } from '../core/load-result.ts';
import { latencyBinsOf } from './latency-bins.ts';

/** A second in which nothing happened. */
export const emptySecond = (at: number): Second => ({
  at,
  requests: 0,
  errors: 0,
  orders: 0,
  latencyP50: null,
  latencyP95: null,
  latencyP99: null,
  latencyBins: latencyBinsOf([]),
  underWay: 0,
  generatorCpu: null,
  attempts: 0,
  retries: 0,
  delivered: 0,
  webhookP50: null,
  webhookP95: null,
  webhookP99: null,
  backlog: 0,
});
