import { after, ask, startMs } from '../test-records/test-later-records.ts';
import { act, answering, failing, read, send, uuid } from '../test-records/test-record.ts';
import type { Breaches } from '../test-records/test-record-changes.ts';

const phone = '+5511944440055';

/** What a partner leaves out, or does twice, when it creates records. */
export const breachesOfCreations: Breaches = {
  'PART-132': {
    'a customer who is looked up, not found, and not sent': after((record) => {
      ask(record, startMs, 'create-customer', { id: 'c-1' });
      const answer = answering(422, { message: 'Customer not found' });
      send(record, startMs + 2, `GET /customers/phone/${phone}`, undefined, { answer });
    }),
    'a product whose lookup failed, and that is not sent': after((record) => {
      ask(record, startMs, 'create-product', { id: 'p-9' });
      send(record, startMs + 2, 'GET /products/name/Tea', undefined, failing(500));
    }),
    'one of two customers at once, of whom the other is changed as well': after((record) => {
      act(record, { action: 'create-customer', fromMs: startMs, toMs: startMs + 2, id: 'c-1' });
      act(record, { action: 'create-customer', fromMs: startMs + 3, toMs: startMs + 4, id: 'c-2' });
      ask(record, startMs + 5, 'update-customer', { parameters: { id: 'c-1' } });
      send(record, startMs + 6, 'POST /customers', { externalId: 'c-1', phone, firstName: 'Zoe' });
      read(record, startMs + 8, '/customers/external/c-1', { id: uuid(71), externalId: 'c-1', phone });
      send(record, startMs + 10, `PUT /customers/${uuid(71)}`, { firstName: 'Zoraide' });
    }),
  },
};
