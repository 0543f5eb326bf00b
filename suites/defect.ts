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

/** What is broken on a platform, and which other rules fail as well. */
type Broken = Omit<Defect, 'rule' | 'text'>;

/** Makes defects of a table: by the rule that must catch them, then by their texts. */
export const defectsOf = <Id extends Rule['id']>(
  byRule: Readonly<Record<Id, Readonly<Record<string, Broken>>>>,
): readonly Defect[] => {
  const defects: Defect[] = [];
  for (const rule in byRule) {
    for (const [text, broken] of Object.entries(byRule[rule])) defects.push({ rule, text, ...broken });
  }
  return defects;
};
