import type { Rule } from '../rule.ts';
import { edge } from './edge.ts';
import { token } from './token.ts';

export const authentication: readonly Rule[] = [...edge, ...token];
