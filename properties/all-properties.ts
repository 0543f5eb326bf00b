import { dates } from './dates/properties.ts';
import { deliveries } from './deliveries/properties.ts';
import { identity } from './identity/properties.ts';
import { lists } from './lists/properties.ts';
import type { PropertySection } from './property.ts';
import { races } from './races/properties.ts';
import { states } from './states/properties.ts';
import { values } from './values/properties.ts';

/** Every property, in the order of the matrix. */
export const propertySections: readonly PropertySection[] = [
  { name: 'laws-dates', title: 'Properties: dates and zones', properties: dates },
  { name: 'laws-lists', title: 'Properties: lists', properties: lists },
  { name: 'laws-values', title: 'Properties: texts and numbers', properties: values },
  { name: 'laws-identity', title: 'Properties: identity', properties: identity },
  { name: 'laws-states', title: 'Properties: the state machine', properties: states },
  { name: 'laws-races', title: 'Properties: races', properties: races },
  { name: 'laws-deliveries', title: 'Properties: deliveries', properties: deliveries },
];
