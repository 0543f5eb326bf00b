import { type Defect, defectsOf } from '../defect.ts';
import { partnerRecordDefects } from '../records/partner-record-defects.ts';
import { partnerStore } from '../records/partner-records.ts';
import { forgetsChanges, misnamesUnknown } from '../records/record-defects.ts';

export const storesDefects: readonly Defect[] = [
  ...defectsOf({
    'STORE-5': { 'forgets changes of stores': { ...forgetsChanges('PUT /stores/:id'), also: ['CONV-86'] } },
  }),
  ...partnerRecordDefects(
    partnerStore,
    {
      found: 'STORE-1',
      awkward: 'STORE-2',
      everyPostIsNew: 'STORE-3',
      onePerExternalId: 'STORE-4',
      changed: 'STORE-5',
      gone: 'STORE-6',
    },
    {
      byId: ['ISO-19', 'ISO-26', 'CONV-52'],
      byExternalId: ['CONV-45'],
      ofOneOwner: [],
      otherKinds: ['ORD-17', 'CART-4'],
    },
  ),
  ...misnamesUnknown('STORE-7', 'GET /stores/:id', { status: 422, message: 'store not found' }),
  ...misnamesUnknown('STORE-8', 'PUT /stores/:id', { status: 422, message: 'Loja não encontrada' }),
  ...misnamesUnknown('STORE-9', 'DELETE /stores/:id', { status: 422, message: 'Not Found' }),
  ...misnamesUnknown('STORE-10', 'GET /stores/external/:externalId', { status: 422, message: 'Store not found.' }),
];
