import {
  everyPostIsNew,
  externalIdChanged,
  foundByAwkwardExternalId,
  foundByBothIds,
  goneOnceDeleted,
  onePerExternalId,
  unknownExternalId,
  unknownId,
} from '../records/partner-record-rules.ts';
import { partnerStore } from '../records/partner-records.ts';
import { foundByItsKeyAlone, keyedKinds } from '../records/wrong-keys.ts';
import type { Rule } from '../rule.ts';

const message = 'Store not found';
const missing = ['S141', 'S194', 'S207'] as const;

export const stores: readonly Rule[] = [
  foundByBothIds(partnerStore, { id: 'STORE-1', statements: ['S006', 'S141'] }),
  foundByAwkwardExternalId(partnerStore, { id: 'STORE-2', statements: ['S141'] }),
  everyPostIsNew(partnerStore, { id: 'STORE-3', statements: ['S040'] }),
  onePerExternalId(partnerStore, { id: 'STORE-4', statements: ['S040'] }),
  externalIdChanged(partnerStore, { id: 'STORE-5', statements: ['S141'] }),
  goneOnceDeleted(partnerStore, {
    id: 'STORE-6',
    statements: ['S141'],
    level: 'should',
    inferred: 'The document shows the route, not which methods it takes.',
  }),
  unknownId(partnerStore, { id: 'STORE-7', statements: missing, method: 'GET', message }),
  unknownId(partnerStore, { id: 'STORE-8', statements: missing, method: 'PUT', message }),
  unknownId(partnerStore, { id: 'STORE-9', statements: missing, method: 'DELETE', message }),
  unknownExternalId(partnerStore, { id: 'STORE-10', statements: missing, message }),
  foundByItsKeyAlone('STORE-11', keyedKinds.store),
];
