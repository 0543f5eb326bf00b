import { type Defect, defectsOf } from '../defect.ts';
import { partnerRecordDefects } from '../records/partner-record-defects.ts';
import { partnerCart } from '../records/partner-records.ts';
import { forgetsChanges, misnamesUnknown } from '../records/record-defects.ts';

export const abandonedCartsDefects: readonly Defect[] = [
  ...defectsOf({
    'CART-5': {
      'forgets changes of abandoned carts': { ...forgetsChanges('PUT /abandoned-carts/:id'), also: ['CONV-86'] },
    },
  }),
  ...partnerRecordDefects(
    partnerCart,
    {
      found: 'CART-1',
      awkward: 'CART-2',
      everyPostIsNew: 'CART-3',
      onePerExternalId: 'CART-4',
      changed: 'CART-5',
      gone: 'CART-6',
    },
    {
      byId: ['ISO-20', 'ISO-27', 'CONV-53'],
      byExternalId: [],
      ofOneOwner: ['CONV-18', 'AUTH-6', 'CONV-46', 'CONV-61', 'CONV-75'],
      otherKinds: ['ORD-17', 'STORE-4'],
    },
  ),
  ...misnamesUnknown('CART-7', 'GET /abandoned-carts/:id', { status: 422, message: 'Abandoned cart not found' }),
  ...misnamesUnknown('CART-8', 'PUT /abandoned-carts/:id', { status: 422, message: 'Carrinho não encontrado' }),
  ...misnamesUnknown('CART-9', 'DELETE /abandoned-carts/:id', { status: 422, message: 'Cart not found' }),
  ...misnamesUnknown('CART-10', 'GET /abandoned-carts/external/:externalId', { status: 422, message: 'Not Found' }),
];
