import type { PartnerRecord } from '../../../core/partner-record.ts';
import { ask, makeOrder, startMs } from '../test-records/test-later-records.ts';
import { orderBody, send, showOrder, uuid } from '../test-records/test-record.ts';
import type { LegalPartners } from '../test-records/test-record-changes.ts';

const order = `/orders/${uuid(205)}`;

/** An order that awaits its payment, and is then canceled by its deletion. */
const cancelByDeletion = (record: PartnerRecord): void => {
  record.idleMs = 99_000;
  makeOrder(record);
  showOrder(record, startMs + 4, 'o-1', 205);
  ask(record, startMs + 25, 'cancel-order', { parameters: { id: 'o-1' } });
  send(record, startMs + 26, `DELETE ${order}`);
};

/** What comes near a mistake between two records. */
export const legalBetweenRecords: LegalPartners = {
  'a canceled order that is deleted, and kept as a canceled one': (record) => {
    cancelByDeletion(record);
    send(record, startMs + 28, 'POST /orders', orderBody('o-1', { status: 'canceled' }));
  },
  'a canceled order that is to be sent again': (record) => {
    cancelByDeletion(record);
    ask(record, startMs + 40, 'create-order', { id: 'o-1', parameters: { id: 'o-1' } });
    send(record, startMs + 42, 'POST /orders', orderBody('o-1', { status: 'on-hold' }));
  },
  'a canceled order whose late creation is deleted again': (record) => {
    cancelByDeletion(record);
    send(record, startMs + 28.5, 'POST /orders', orderBody('o-1', { status: 'on-hold' }));
    showOrder(record, startMs + 30, 'o-1', 206);
    send(record, startMs + 32, `DELETE /orders/${uuid(206)}`);
  },
  'a canceled order whose creation overtakes its deletion': (record) => {
    cancelByDeletion(record);
    send(record, startMs + 27, 'POST /orders', orderBody('o-1', { status: 'on-hold' }));
  },
};
