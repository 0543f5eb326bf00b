import type { PlatformOptions } from '../platform/start-platform.ts';
import type { Rule } from './rule.ts';

/** The embedded platform with one documented behavior broken: how a rule is seen to fail. */
export interface Defect {
  /** The rule that must catch it. */
  rule: Rule['id'];
  /** Ends the sentence "a platform that …". */
  text: string;
  /** The one thing changed: a number, text or decision of the policy, or a wrapped handler. */
  options: Pick<PlatformOptions, 'policy' | 'wrap'>;
  /** Other rules that state the same behavior and so turn red too. */
  also?: readonly Rule['id'][];
}
