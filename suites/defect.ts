import { omitUndefined } from '../core/omit-undefined.ts';
import type { PlatformOptions } from '../platform/start-platform.ts';
import type { Rule } from './rule.ts';

/** The one thing changed on a platform: a number, text or decision of the policy, or a wrapped handler. */
export type PlatformChange = Pick<PlatformOptions, 'policy' | 'wrap'>;

/** The reference platform with one documented behavior broken. It shows that a rule can fail. */
export interface Defect extends PlatformChange {
  /** The rule that must catch it. */
  rule: Rule['id'];
  /** Completes the sentence "a platform that …". */
  text: string;
  /** Other rules that state the same behavior and so fail as well. */
  also?: readonly Rule['id'][];
}

export const changeOf = ({ policy, wrap }: PlatformChange): PlatformChange => omitUndefined({ policy, wrap });
