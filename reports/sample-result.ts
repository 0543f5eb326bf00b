import type { ReportedExchange, ReportedVerdict, Result } from './result.ts';
import { tallyOf } from './tally.ts';

/** An exchange as a run records one, for tests. */
export const sampleExchange = (
  request: Partial<ReportedExchange['request']> = {},
  { status = 200, text = '{}' }: { status?: number; text?: string } = {},
): ReportedExchange => ({
  number: 7,
  by: 'PAG-2',
  company: 'main',
  sentAt: '2026-11-21T10:00:00.000Z',
  durationMs: 12.5,
  request: { method: 'GET', path: '/products?page=1', headers: {}, ...request },
  assertions: [],
  status,
  headers: { 'content-type': 'application/json' },
  text,
});

/** A verdict that passed, unless changed. */
export const sampleVerdict = (changes: Partial<ReportedVerdict> = {}): ReportedVerdict => ({
  rule: 'PAG-2',
  section: 'pagination',
  text: 'Sizes from 1 to 50 are served',
  source: 'Endpoints › Paginated lists',
  level: 'must',
  outcome: 'pass',
  assertions: 3,
  exchanges: [],
  deliveries: [],
  requests: 3,
  durationMs: 40,
  ...changes,
});

/** A verdict against the target. */
export const sampleFailure = (changes: Partial<ReportedVerdict> = {}): ReportedVerdict =>
  sampleVerdict({
    outcome: 'fail',
    violation: { pointer: 'status', expected: '422', actual: '200', exchange: 7 },
    stability: { kind: 'stable', failed: 4, of: 4 },
    exchanges: [sampleExchange()],
    ...changes,
  });

/** A property that a drawn case broke. */
export const sampleFailedProperty = (changes: Partial<ReportedVerdict> = {}): ReportedVerdict =>
  sampleFailure({
    rule: 'LAW-3',
    section: 'properties-dates',
    text: 'Any date is read back as the same instant',
    search: {
      seed: 42,
      cases: 5,
      planned: 25,
      counterexample: { path: '2:1:0', drawn: '["2026-02-29"]', shrinks: 4, isSmallest: true },
    },
    ...changes,
  });

/** The document of a run with these verdicts. */
export const sampleResult = (
  verdicts: readonly ReportedVerdict[] = [sampleVerdict()],
  changes: Partial<Result> = {},
): Result => ({
  schema: 3,
  suite: {
    version: '0.1.0',
    proven: { rules: 400, properties: 40, defects: 750, caught: 749, variants: 90, falsePositives: 1 },
  },
  run: {
    id: 'a1b2c3d4',
    seed: 42,
    depth: 'quick',
    startedAt: '2026-11-21T10:00:00.000Z',
    endedAt: '2026-11-21T10:00:03.500Z',
    interrupted: false,
    requests: 3,
  },
  target: {
    name: 'staging',
    baseUrl: 'https://partners.example',
    options: [],
    timeScale: 1,
    secrets: ['TOKEN', 'ACCESS_KEY'],
  },
  ...tallyOf(verdicts),
  verdicts: [...verdicts],
  waivers: [],
  troubles: [],
  faults: [],
  secretsReplaced: 0,
  ...changes,
});
