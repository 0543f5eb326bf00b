import { keyedKinds } from '../records/keyed-kinds.ts';
import { partnerRecordRules } from '../records/partner-record-rules.ts';
import { partnerStore } from '../records/partner-records.ts';
import type { Rule } from '../rule.ts';

export const stores: readonly Rule[] = partnerRecordRules('STORE', partnerStore, keyedKinds.store);
