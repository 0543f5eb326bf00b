import type { PartnerRecord } from '../../../core/partner-record.ts';
import { after, ask, makeOrder, startMs } from '../test-records/test-later-records.ts';
import { act, answering, failing, orderBody, send, showOrder, uuid } from '../test-records/test-record.ts';
import type { Breaches } from '../test-records/test-record-changes.ts';

const order = `/orders/${uuid(205)}`;

/** An order that awaits its payment, and is then canceled by its deletion. */
const cancelByDeletion = (record: PartnerRecord, meanwhile: () => void = () => {}): void => {
  makeOrder(record);
  showOrder(record, startMs + 4, 'o-1', 205);
  meanwhile();
  ask(record, startMs + 25, 'cancel-order', { parameters: { id: 'o-1' } });
  send(record, startMs + 26, `DELETE ${order}`);
};

/** What a partner does to another record than the one at hand, or makes once more. */
export const breachesBetweenRecords: Breaches = {
  'PART-125': {
    'a canceled order that its late payment makes again': after((record) => {
      cancelByDeletion(record, () => {
        act(record, { action: 'pay-order', fromMs: startMs + 20, toMs: startMs + 21, parameters: { id: 'o-1' } });
        send(record, startMs + 21, `PUT ${order}`, { status: 'completed' }, failing(500));
      });
      const answer = answering(404, { message: 'Pedido não encontrado' });
      send(record, startMs + 32, `PUT ${order}`, { status: 'completed' }, { answer });
      send(record, startMs + 34, 'POST /orders', orderBody('o-1'));
    }),
    'a canceled order that a restart makes again': after((record) => {
      cancelByDeletion(record);
      ask(record, startMs + 40, 'restart');
      send(record, startMs + 50, 'POST /orders', orderBody('o-1', { status: 'on-hold' }));
    }),
  },
};
