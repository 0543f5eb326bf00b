import type { PlatformOptions } from '../platform/start-platform.ts';
import type { Rule } from './rule.ts';

/** The reference platform with one documented behavior broken. It shows that a rule can fail. */
export interface Defect {
  /** The rule that must catch it. */
  rule: Rule['id'];
  /** Completes the sentence "a platform that …". */
  text: string;
  /** The one thing changed: a number, text or decision of the policy, or a wrapped handler. */
  options: Pick<PlatformOptions, 'policy' | 'wrap'>;
  /** Other rules that state the same behavior and so fail as well. */
  also?: readonly Rule['id'][];
}
