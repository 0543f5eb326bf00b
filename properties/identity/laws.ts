import type { Law } from '../law.ts';
import { customers } from './customers.ts';
import { partnerRecords } from './partner-records.ts';
import { products } from './products.ts';

/** What makes two sends one record, and two records two. */
export const identity: readonly Law[] = [customers, products, ...partnerRecords];
