import type { Rule } from '../rule.ts';
import { bodies } from './bodies.ts';
import { ownership } from './ownership.ts';
import { registering } from './registering.ts';

export const webhookRegistration: readonly Rule[] = [...registering, ...ownership, ...bodies];
