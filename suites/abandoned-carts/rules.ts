import { keyedKinds } from '../records/keyed-kinds.ts';
import {
  everyPostIsNew,
  externalIdChanged,
  foundByAwkwardExternalId,
  foundByBothIds,
  goneOnceDeleted,
  onePerExternalId,
} from '../records/partner-record-rules.ts';
import { partnerCart } from '../records/partner-records.ts';
import { unknownRecord } from '../records/unknown-record.ts';
import { foundByItsKeyAlone } from '../records/wrong-keys.ts';
import type { Rule } from '../rule.ts';

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
  unknownRecord(keyedKinds.cart, { id: 'CART-7', route: 'GET /abandoned-carts/:id', statements: missing }),
  unknownRecord(keyedKinds.cart, { id: 'CART-8', route: 'PUT /abandoned-carts/:id', statements: missing }),
  unknownRecord(keyedKinds.cart, { id: 'CART-9', route: 'DELETE /abandoned-carts/:id', statements: missing }),
  unknownRecord(keyedKinds.cart, {
    id: 'CART-10',
    route: 'GET /abandoned-carts/external/:externalId',
    statements: missing,
  }),
  foundByItsKeyAlone('CART-11', keyedKinds.cart),
];
