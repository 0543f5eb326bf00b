import type { Assertion } from '../../core/exchange.ts';
import type { Attempt } from '../../fixtures/capture/attempt.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { Rule } from '../rule.ts';
import type { Notification } from './notifications.ts';

/** What a run knows of its target and no exchange shows. */
export interface Known {
  /** Path and query that the target answers with an internal error on purpose. */
  internalError?: string | undefined;
}

interface JudgedBy<About extends string, Judged>
  extends Pick<Rule, 'id' | 'text' | 'source' | 'statements' | 'level' | 'inferred'> {
  /** What a run is searched for: its exchanges with the target, the webhook attempts that arrived, or what both say of each coupon. */
  about: About;
  /** The assertions of the rule about this one, held or not; none when it is not what the rule is about. */
  judge(judged: Judged, known: Known): readonly Assertion[];
  /** A single one may be an accident: only a step of a check that is so each time, and four times at least, is a fault. */
  onlyEachTime?: true;
}

/** Held against every exchange, whose credentials stand as `«name»` in its headers. */
export type ExchangeRule = JudgedBy<'exchanges', Exchange>;
/** Held against every webhook attempt that arrived. */
export type AttemptRule = JudgedBy<'attempts', Attempt>;

/** Held against every coupon that the run was notified of or looked up. */
export interface NotificationRule extends JudgedBy<'notifications', Notification> {
  /** What may have happened on the way instead: notifications that were lost, or answers to them. */
  doubtedFor?: 'losses' | 'repetitions';
}

/** A rule that everything in a run is held against, at no request of its own. Pure, so that it also runs inside k6. */
export type PassiveRule = ExchangeRule | AttemptRule | NotificationRule;
