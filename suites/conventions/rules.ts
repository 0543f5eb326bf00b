import type { Rule } from '../rule.ts';
import { bodies } from './bodies.ts';
import { records } from './records.ts';
import { refusedUpdates } from './refused-updates.ts';
import { writes } from './writes.ts';

export const conventions: readonly Rule[] = [...records, ...writes, ...bodies, refusedUpdates];
