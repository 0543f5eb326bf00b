import { keyedKinds } from '../records/keyed-kinds.ts';
import {
  everyPostIsNew,
  externalIdChanged,
  foundByAwkwardExternalId,
  foundByBothIds,
  goneOnceDeleted,
  onePerExternalId,
} from '../records/partner-record-rules.ts';
import { partnerStore } from '../records/partner-records.ts';
import { unknownRecord } from '../records/unknown-record.ts';
import { foundByItsKeyAlone } from '../records/wrong-keys.ts';
import type { Rule } from '../rule.ts';

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
  unknownRecord(keyedKinds.store, { id: 'STORE-7', route: 'GET /stores/:id', statements: missing }),
  unknownRecord(keyedKinds.store, { id: 'STORE-8', route: 'PUT /stores/:id', statements: missing }),
  unknownRecord(keyedKinds.store, { id: 'STORE-9', route: 'DELETE /stores/:id', statements: missing }),
  unknownRecord(keyedKinds.store, { id: 'STORE-10', route: 'GET /stores/external/:externalId', statements: missing }),
  foundByItsKeyAlone('STORE-11', keyedKinds.store),
];
