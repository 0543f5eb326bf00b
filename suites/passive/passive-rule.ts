import type { Assertion } from '../../core/exchange.ts';
import type { Attempt } from '../../fixtures/capture/attempt.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { Rule } from '../rule.ts';
import type { Notification } from './notifications.ts';

/** What a run knows about its target that no exchange shows. */
export interface Known {
  /** Path and query that cause an internal error on purpose. */
  internalError?: string | undefined;
}

interface JudgedBy<About extends string, Judged>
  extends Pick<Rule, 'id' | 'text' | 'source' | 'statements' | 'level' | 'inferred'> {
  /** What the rule judges: exchanges, webhook attempts, or all that a run knows about each notification. */
  about: About;
  /** The assertions about this subject, held or not; none if the rule is not about it. */
  judge(judged: Judged, known: Known): readonly Assertion[];
  /** A single fault may be an accident. Only a step that fails each time, at least four times, counts. */
  onlyEachTime?: true;
}

/** Judges every exchange. In its headers, `«name»` stands for a credential. */
export type ExchangeRule = JudgedBy<'exchanges', Exchange>;
/** Judges every webhook attempt that arrived. */
export type AttemptRule = JudgedBy<'attempts', Attempt>;

/** Judges every coupon that the run was notified of or looked up. */
export interface NotificationRule extends JudgedBy<'notifications', Notification> {
  /** What may look like this fault: lost notifications, or notifications repeated because a response was lost. */
  doubtedFor?: 'losses' | 'repetitions';
}

/** A rule about everything in a run, without requests of its own. It is pure, so that it also runs inside k6. */
export type PassiveRule = ExchangeRule | AttemptRule | NotificationRule;
