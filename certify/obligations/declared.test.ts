import { expect, test } from 'vitest';
import { silentLater } from './declared.ts';
import { ask, makeCustomer, startMs } from './test-records/test-later-records.ts';
import { act, emptyRecord, send } from './test-records/test-record.ts';

test('of two customers at once, the one that was not sent is named', () => {
  const record = emptyRecord();
  record.idleMs = 99_000;
  makeCustomer(record);
  act(record, { action: 'create-customer', fromMs: startMs + 20, toMs: startMs + 21, id: 'c-2' });
  ask(record, startMs + 22, 'create-customer', { id: 'c-3' });
  send(record, startMs + 24, 'POST /customers', { externalId: 'c-3', phone: '+5511944440066' });
  expect(silentLater(record).map(({ id }) => id)).toEqual(['c-2']);
});
