import type { Rule } from '../rule.ts';
import { bodies } from './bodies.ts';
import { registering } from './registering.ts';
import { whose } from './whose.ts';

export const webhookRegistration: readonly Rule[] = [...registering, ...whose, ...bodies];
