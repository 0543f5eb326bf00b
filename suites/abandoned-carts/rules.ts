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
import { partnerCart } from '../records/partner-records.ts';
import { foundByItsKeyAlone, keyedKinds } from '../records/wrong-keys.ts';
import type { Rule } from '../rule.ts';

const message = 'Abandoned Cart not found';
const missing = ['S141', 'S194', 'S206'] as const;

export const abandonedCarts: readonly Rule[] = [
  foundByBothIds(partnerCart, { id: 'CART-1', statements: ['S006', 'S141'] }),
  foundByAwkwardExternalId(partnerCart, { id: 'CART-2', statements: ['S141'] }),
  everyPostIsNew(partnerCart, { id: 'CART-3', statements: ['S040'] }),
  onePerExternalId(partnerCart, { id: 'CART-4', statements: ['S040'] }),
  externalIdChanged(partnerCart, { id: 'CART-5', statements: ['S141'] }),
  goneOnceDeleted(partnerCart, {
    id: 'CART-6',
    statements: ['S141'],
    level: 'should',
    inferred: 'The document shows the route, not which methods it takes.',
  }),
  unknownId(partnerCart, { id: 'CART-7', statements: missing, method: 'GET', message }),
  unknownId(partnerCart, { id: 'CART-8', statements: missing, method: 'PUT', message }),
  unknownId(partnerCart, { id: 'CART-9', statements: missing, method: 'DELETE', message }),
  unknownExternalId(partnerCart, { id: 'CART-10', statements: missing, message }),
  foundByItsKeyAlone('CART-11', keyedKinds.cart),
];
