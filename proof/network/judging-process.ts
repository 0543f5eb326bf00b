import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';

/**
 * Has the clock of this process be off by N milliseconds; where `everyMs` is given, it starts right and jumps
 * by as much each time that N milliseconds have passed. What is to read the time must be loaded later, except where it jumps.
 */
const shiftClock = (shiftMs: number, everyMs?: number): void => {
  const right = Date;
  const rightNow = (): number => right.now();
  const startedMs = performance.now();
  const jumps = (): number => (everyMs === undefined ? 1 : Math.floor((performance.now() - startedMs) / everyMs));
  const now = (): number => rightNow() + jumps() * shiftMs;
  globalThis.Date = new Proxy(right, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  // a clock that jumps does so after the process has begun
  if (everyMs !== undefined) return;
  Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + shiftMs });
};

/** A platform elsewhere, and what is to be judged of it. */
export interface JudgedElsewhere {
  profile: Profile;
  secrets: Secret[];
  /** Ids. */
  rules: string[];
}

/** The first argument of the process, as JSON. */
export interface JudgingOptions {
  /** How far its clock is off. */
  shiftMs: number;
  /** It starts right, and jumps by as much whenever it has judged for so long. */
  jumpEveryMs?: number;
  targets: JudgedElsewhere[];
}

process.on('disconnect', () => process.exit());

const { shiftMs, jumpEveryMs, targets } = JSON.parse(process.argv[2] ?? '{}') as JudgingOptions;
if (jumpEveryMs === undefined) shiftClock(shiftMs);
const { judgeTarget } = await import('../judge-embedded.ts');
if (jumpEveryMs !== undefined) shiftClock(shiftMs, jumpEveryMs);
const verdicts = await Promise.all(
  targets.map((target) => judgeTarget(target, ({ id }) => target.rules.includes(id), { depth: 'quick' })),
);
process.send?.(verdicts.map((ofTarget) => ofTarget.map((verdict) => ({ ...verdict, exchanges: [], deliveries: [] }))));
