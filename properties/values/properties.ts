import type { Property } from '../property.ts';
import { amounts } from './amounts.ts';
import { couponExternalIds } from './coupon-external-ids.ts';
import { malformedJson } from './malformed-json.ts';
import { partnerExternalIds } from './partner-external-ids.ts';
import { sharedIds } from './shared-ids.ts';
import { statuses } from './statuses.ts';
import { suspectFields, unknownFields } from './unknown-fields.ts';

/** Texts and numbers that nobody would list. */
export const values: readonly Property[] = [
  ...statuses,
  couponExternalIds,
  partnerExternalIds,
  ...sharedIds,
  unknownFields,
  suspectFields,
  amounts,
  malformedJson,
];
