import { act, answering, send, uuid } from '../test-records/test-record.ts';
import { type Breaches, rewriting, sending } from '../test-records/test-record-changes.ts';

export const breachesOfRecords: Breaches = {
  'PART-30': {
    'no phone': sending(400, 'POST /customers', { firstName: 'Bia' }),
    'a phone under a name that nobody declared': sending(400, 'POST /customers', { telephone: '+5511944440077' }),
  },
  'PART-31': {
    'a new name': (record) => {
      act(record, { action: 'update-customer', fromMs: 399 });
      send(record, 400, 'POST /customers', { phone: '+5511987654321', firstName: 'Anita' });
    },
    'a new phone': (record) => {
      act(record, { action: 'update-customer', fromMs: 4200, parameters: { id: 'customer-2' } });
      send(record, 4202, 'POST /customers', { externalId: 'customer-2', phone: '+5511922220077', firstName: 'Bia' });
    },
    'another address, with the phone in another form': (record) => {
      const eva = { externalId: 'customer-60', phone: '+5511922220060', address: { street: 'Rua Um' } };
      send(record, 4200, 'POST /customers', eva);
      act(record, { action: 'update-customer', fromMs: 4202, parameters: { id: 'customer-60' } });
      const moved = { phone: '+55 11 92222-0060', address: { street: 'Rua Dois' } };
      send(record, 4204, 'POST /customers', { ...eva, ...moved });
    },
    'a new name, when another customer is changed later': (record) => {
      act(record, { action: 'update-customer', fromMs: 399 });
      send(record, 400, 'POST /customers', { phone: '+5511987654321', firstName: 'Anita' });
      act(record, { action: 'update-customer', fromMs: 449 });
      send(record, 450, `PUT /customers/${uuid(31)}`, { firstName: 'Bia' });
    },
  },
  'PART-32': {
    'a new price': sending(400, 'POST /products', { name: 'Coffee', provider: 'shop', price: 70 }),
    'a new price when another product was not found': (record) => {
      send(record, 398, 'GET /products/external/tea', undefined, { answer: answering(404) });
      send(record, 400, 'POST /products', { name: 'Coffee', provider: 'shop', price: 70 });
    },
  },
  'PART-33': {
    'no externalId': rewriting('POST /stores', { externalId: undefined }),
  },
  'PART-34': {
    'no externalId': rewriting('POST /abandoned-carts', { externalId: '' }),
  },
  'PART-110': {
    'a new name unasked': sending(400, 'POST /customers', { phone: '+5511987654321', firstName: 'Anita' }),
  },
  'PART-157': {
    'a title in place of a name': rewriting('POST /products', { name: undefined, title: 'Coffee' }),
  },
};
