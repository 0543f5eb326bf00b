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
  { name: 'properties-dates', title: 'Properties: dates and zones', properties: dates },
  { name: 'properties-lists', title: 'Properties: lists', properties: lists },
  { name: 'properties-values', title: 'Properties: texts and numbers', properties: values },
  { name: 'properties-identity', title: 'Properties: identity', properties: identity },
  { name: 'properties-states', title: 'Properties: the state machine', properties: states },
  { name: 'properties-races', title: 'Properties: races', properties: races },
  { name: 'properties-deliveries', title: 'Properties: deliveries', properties: deliveries },
];
