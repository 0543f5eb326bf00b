import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { shiftClock } from './shift-clock.ts';

/** A platform elsewhere, and what is to be judged of it. */
export interface JudgedElsewhere {
  profile: Profile;
  secrets: Secret[];
  /** Ids. */
  rules: string[];
}

/** What the process is started with, as JSON in its first argument. */
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
