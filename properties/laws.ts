import { dates } from './dates/laws.ts';
import { deliveries } from './deliveries/laws.ts';
import { identity } from './identity/laws.ts';
import type { LawSection } from './law.ts';
import { lists } from './lists/laws.ts';
import { races } from './races/laws.ts';
import { states } from './states/laws.ts';
import { values } from './values/laws.ts';

/** Every law, in the order of the matrix. */
export const lawSections: readonly LawSection[] = [
  { name: 'laws-dates', title: 'Laws: dates and zones', laws: dates },
  { name: 'laws-lists', title: 'Laws: lists', laws: lists },
  { name: 'laws-values', title: 'Laws: texts and numbers', laws: values },
  { name: 'laws-identity', title: 'Laws: identity', laws: identity },
  { name: 'laws-states', title: 'Laws: the state machine', laws: states },
  { name: 'laws-races', title: 'Laws: races', laws: races },
  { name: 'laws-deliveries', title: 'Laws: deliveries', laws: deliveries },
];
