import type { StoredAttempt } from '../core/attempt.ts';
import type { StoredExchange } from '../core/exchange.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import type { Cause, Outcome } from '../core/outcome.ts';
import { type Result, resultVersion } from '../core/result.ts';
import type { FaultVerdict, Verdict, Violation } from '../core/verdict.ts';
import { tallyOf } from './conclude.ts';

/** A recorded exchange, for tests. */
export const sampleExchange = (
  request: Partial<StoredExchange['request']> = {},
  { status = 200, text = '{}' }: { status?: number; text?: string } = {},
): StoredExchange => ({
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

/** A recorded exchange by its number, its request and its answer. */
export const sentExchange = (
  number: number,
  method: string,
  path: string,
  { body, ...answer }: { body?: string; status?: number; text?: string } = {},
): StoredExchange => ({
  ...sampleExchange({ method, path, ...omitUndefined({ body }) }, answer),
  number,
});

/** A recorded attempt of a notification. */
export const sampleAttempt = (changes: Partial<StoredAttempt> = {}): StoredAttempt => ({
  seq: 1,
  revision: 2,
  mailbox: 'main',
  port: 4000,
  startedAtMs: 1_795_255_200_000.5,
  receivedAtMs: 1_795_255_200_002.5,
  method: 'POST',
  url: '/in/main',
  headers: { host: 'capture.example:4000' },
  body: '{}',
  bodyBytes: 2,
  truncated: false,
  answer: { kind: 'status', status: 204, delayMs: 0 },
  answeredAtMs: 1_795_255_200_010.5,
  ...changes,
});

/** Changes to a sample verdict. The rest follows from its outcome. */
export type SampleChanges = Partial<Omit<Extract<Verdict, { outcome: 'pass' }>, 'outcome'>> & {
  outcome?: Outcome;
  cause?: Cause;
  reason?: string;
  violation?: Violation;
};

const sampleViolation: Violation = { pointer: 'status', expected: '422', actual: '200', exchange: 7 };

/** A pass, unless changed. */
export const sampleVerdict = (changes: SampleChanges = {}): Verdict => {
  const { outcome = 'pass', cause = 'not-observable', reason = 'no reason given', ...others } = changes;
  const { violation = sampleViolation, ...changed } = others;
  const said = {
    rule: 'PAG-2',
    section: 'pagination',
    text: 'Sizes from 1 to 50 are served',
    source: 'Endpoints › Paginated lists',
    level: 'must' as const,
    assertions: 3,
    exchanges: [],
    deliveries: [],
    requests: 3,
    durationMs: 40,
    ...changed,
  };
  switch (outcome) {
    case 'pass':
      return { ...said, outcome };
    case 'fail':
    case 'warn':
      return { ...said, outcome, violation };
    case 'unverified':
      return { ...said, outcome, cause, reason };
    case 'error':
      return { ...said, outcome, reason };
  }
};

export const sampleFailure = (changes: Partial<FaultVerdict> = {}): FaultVerdict => ({
  ...sampleVerdict(),
  outcome: 'fail',
  violation: sampleViolation,
  stability: { kind: 'stable', failed: 4, of: 4 },
  exchanges: [sampleExchange()],
  ...changes,
});

/** A property that failed on a generated case. */
export const sampleFailedProperty = (changes: Partial<FaultVerdict> = {}): FaultVerdict =>
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

/** A result with these verdicts. */
export const sampleResult = (
  verdicts: readonly Verdict[] = [sampleVerdict()],
  changes: Partial<Result> = {},
): Result => ({
  schema: resultVersion,
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
