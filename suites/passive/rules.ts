import { answers } from './answers.ts';
import { arrived } from './arrived.ts';
import { attempts } from './attempts.ts';
import type { PassiveRule } from './passive-rule.ts';
import { records } from './records.ts';

export const passive: readonly PassiveRule[] = [...answers, ...records, ...attempts, ...arrived];
