import { bodies } from './dates/bodies.ts';
import { farFilters } from './dates/far-filters.ts';
import { historyFilters } from './dates/history-filters.ts';
import { zonedFilters } from './dates/zoned-filters.ts';
import { slowAnswers, untilAccepted } from './deliveries/accepted.ts';
import { waits } from './deliveries/waits.ts';
import { atMostTen, upToTen } from './deliveries/whole-schedules.ts';
import { customers } from './identity/customers.ts';
import { partnerRecords } from './identity/partner-records.ts';
import { products } from './identity/products.ts';
import { nearNumbers, noDates } from './lists/bad-parameters.ts';
import { afterSelects, bothSelect, filteredPartition, updatedAtSelects } from './lists/filters.ts';
import { anyPage, oneTotal, pagesAsCounted } from './lists/one-page.ts';
import { onePartition, sameInAnySize } from './lists/pages.ts';
import type { PropertySection } from './property.ts';
import { awaitingCoupon } from './races/awaiting.ts';
import { completions, oncePerCustomer } from './races/completions.ts';
import { couponChanges } from './races/coupon-changes.ts';
import { simultaneousCustomers } from './races/customers.ts';
import { deletions } from './races/deletions.ts';
import { giftbacks, redeemedGiftback } from './races/giftbacks.ts';
import { simultaneousPartnerRecords } from './races/partner-records.ts';
import { simultaneousProducts } from './races/products.ts';
import { redemptions } from './races/redemptions.ts';
import { states } from './states/scripts.ts';
import { amounts } from './values/amounts.ts';
import { couponExternalIds } from './values/coupon-external-ids.ts';
import { malformedJson } from './values/malformed-json.ts';
import { partnerExternalIds } from './values/partner-external-ids.ts';
import { sharedIds } from './values/shared-ids.ts';
import { statuses } from './values/statuses.ts';
import { suspectFields, unknownFields } from './values/unknown-fields.ts';

/** Every property, in the order of the matrix. */
export const propertySections: readonly PropertySection[] = [
  {
    name: 'properties-dates',
    title: 'Properties: dates and zones',
    properties: [...bodies, zonedFilters, farFilters, ...historyFilters],
  },
  {
    name: 'properties-lists',
    title: 'Properties: lists',
    properties: [
      onePartition,
      sameInAnySize,
      anyPage,
      pagesAsCounted,
      afterSelects,
      updatedAtSelects,
      bothSelect,
      oneTotal,
      filteredPartition,
      nearNumbers,
      noDates,
    ],
  },
  {
    name: 'properties-values',
    title: 'Properties: texts and numbers',
    properties: [
      ...statuses,
      couponExternalIds,
      partnerExternalIds,
      ...sharedIds,
      unknownFields,
      suspectFields,
      amounts,
      malformedJson,
    ],
  },
  {
    name: 'properties-identity',
    title: 'Properties: identity',
    properties: [customers, products, ...partnerRecords],
  },
  { name: 'properties-states', title: 'Properties: the state machine', properties: states },
  {
    name: 'properties-races',
    title: 'Properties: races',
    properties: [
      simultaneousPartnerRecords,
      simultaneousCustomers,
      simultaneousProducts,
      redemptions,
      awaitingCoupon,
      couponChanges,
      completions,
      giftbacks,
      redeemedGiftback,
      oncePerCustomer,
      deletions,
    ],
  },
  {
    name: 'properties-deliveries',
    title: 'Properties: deliveries',
    properties: [untilAccepted, slowAnswers, atMostTen, upToTen, waits],
  },
];
