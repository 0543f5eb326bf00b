import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';

/**
 * Shifts the clock of this process. With `everyMs`, the clock starts right and jumps by as much each time. Modules that read
 * the time must be loaded after a shift and before a jump.
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
  if (everyMs !== undefined) return;
  Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + shiftMs });
};

/** A platform in another process, and the rules to judge it by. */
export interface JudgedElsewhere {
  profile: Profile;
  secrets: Secret[];
  rules: string[];
}

/** The first argument of the process, as JSON. */
export interface JudgingOptions {
  /** How wrong the clock is. */
  shiftMs: number;
  /** The clock starts right, and jumps by `shiftMs` each time. */
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
