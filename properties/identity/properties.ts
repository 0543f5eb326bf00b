import type { Property } from '../property.ts';
import { customers } from './customers.ts';
import { partnerRecords } from './partner-records.ts';
import { products } from './products.ts';

/** What makes two sends one record, and two records two. */
export const identity: readonly Property[] = [customers, products, ...partnerRecords];
