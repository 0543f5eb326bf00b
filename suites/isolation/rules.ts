import type { Rule } from '../rule.ts';
import { coupons } from './coupons.ts';
import { identity } from './identity.ts';
import { lists } from './lists.ts';
import { namedCompany } from './named-company.ts';
import { reading } from './reading.ts';
import { writing } from './writing.ts';

export const isolation: readonly Rule[] = [...reading, ...lists, ...writing, ...identity, ...namedCompany, ...coupons];
