import type { PartnerRecord } from '../../../core/partner-record.ts';
import { act, answering, holdAlso, make, notify, read, send, uuid } from '../test-records/test-record.ts';
import {
  also,
  answered,
  attemptOf,
  type Breaches,
  callTo,
  changingAttempt,
  registerBearerAt,
  rewriting,
  sending,
} from '../test-records/test-record-changes.ts';

/** Adds a second coupon of the code to the state at this moment. */
const heldTwice = (atMs: number, code: string) => (record: PartnerRecord) => {
  const state = record.states.find((each) => each.atMs === atMs);
  if (!state) throw new Error(`the partner was not asked at ${atMs}`);
  state.coupons.push({ code, id: `second-${code}` });
};

export const breachesOfReceiving: Breaches = {
  'PART-51': {
    'a second registration': (record) => {
      const { body } = callTo(record, 'POST /webhooks');
      send(record, 400, 'POST /webhooks', JSON.parse(body));
    },
    'registrations until an answer has an id': (record) => {
      act(record, { action: 'unregister-webhook', fromMs: 9000, toMs: 9005, isSettled: true });
      send(record, 9002, `DELETE /webhooks/${uuid(10)}`);
      act(record, { action: 'register-webhook', fromMs: 9010, toMs: 9030, isSettled: true });
      const body = { event: 'coupon_create', targetUrl: 'http://shop.example/receiver' };
      for (const atMs of [9012, 9015, 9018]) {
        send(record, atMs, 'POST /webhooks', body, { answer: answering(200, body), fault: 'echoed' });
      }
    },
  },
  'PART-52': {
    'another event': rewriting('POST /webhooks', { event: 'coupon_created' }),
    'another event on a change': rewriting('PUT /webhooks', { event: 'coupon_update' }),
  },
  'PART-53': {
    'a path': rewriting('POST /webhooks', { targetUrl: '/receiver' }),
    'a path on a change': rewriting('PUT /webhooks', { targetUrl: '/receiver' }),
    'another field': rewriting('POST /webhooks', { targetUrl: undefined, address: 'http://shop.example' }),
  },
  'PART-54': {
    'no id': sending(400, 'PUT /webhooks', {}, { answer: answering(404) }),
    'an id that no registration of the session has': sending(400, `PUT /webhooks/${uuid(11)}`, {}),
  },
  'PART-55': {
    'a 500': answered('PLAIN', 500),
    'a redirect': answered('PLAIN', 302),
    'a reset': changingAttempt('PLAIN', { answer: { lost: 'reset' } }),
    'refused with and without an order': also(['PART-79'], (record) => {
      for (const code of ['TWICE', 'NULL', 'MORE', 'GONE']) answered(code, 400)(record);
    }),
  },
  'PART-56': {
    'an answer that comes too late': changingAttempt('PLAIN', { answer: { lost: 'time-out' } }),
    'an answer that comes too late a moment after a restart': (record) => {
      act(record, { action: 'restart', fromMs: 8300, toMs: 8302 });
      notify(record, 8400, 'RESTARTED', { answer: { lost: 'time-out' } });
      notify(record, 8900, 'RESTARTED');
    },
  },
  'PART-57': {
    'no retry taken': (record) => {
      notify(record, 6900, 'LOST');
      for (const attempt of record.attempts) if (attempt.code === 'LOST') attempt.answer = { status: 503 };
    },
  },
  'PART-58': {
    'work before every answer': (record) => {
      for (const attempt of record.attempts) attempt.tookMs = 100;
    },
    'an answer that comes only after a slow lookup': (record) => {
      make(record, 'SLOW', 151);
      notify(record, 4500, 'SLOW', { tookMs: 320 });
      read(record, 4510, '/coupons/code/SLOW', { code: 'SLOW' }, { fault: 'slow', tookMs: 300 });
      send(record, 4830, 'PUT /coupons/code/SLOW', { externalId: 'own-SLOW' });
      holdAlso(record, 6100, ['SLOW']);
    },
    'work before every answer, mostly slow work': (record) => {
      for (const attempt of record.attempts) attempt.tookMs = 100;
      const slow = [...'ABCDEFGHIJ'].map((letter) => `SLOW${letter}`);
      for (const [index, code] of slow.entries()) {
        const atMs = 4500 + 700 * index;
        make(record, code, 151 + index);
        notify(record, atMs, code, { tookMs: 520 });
        read(record, atMs + 10, `/coupons/code/${code}`, { code }, { fault: 'slow', tookMs: 500 });
        send(record, atMs + 512, `PUT /coupons/code/${code}`, { externalId: `own-${code}` });
      }
      holdAlso(record, 12_000, slow);
    },
    'answers that come only after slow lookups': (record) => {
      for (const [index, code] of ['SLOW', 'SLOWER'].entries()) {
        const atMs = 4500 + 400 * index;
        make(record, code, 151 + index);
        notify(record, atMs, code, { tookMs: 320 });
        read(record, atMs + 10, `/coupons/code/${code}`, { code }, { fault: 'slow', tookMs: 300 });
        send(record, atMs + 330, `PUT /coupons/code/${code}`, { externalId: `own-${code}` });
      }
      holdAlso(record, 6100, ['SLOW', 'SLOWER']);
    },
  },
  'PART-59': {
    'a repeat that is refused while the partner is started again': (record) =>
      void notify(record, 4090, 'TWICE', { fault: 'late repeat', answer: { status: 409 } }),
    'a repeat refused': (record) => {
      for (const attempt of record.attempts) if (attempt.atMs === 2020) attempt.answer = { status: 409 };
    },
  },
  'PART-60': {
    'a second coupon': heldTwice(2100, 'TWICE'),
    'a second coupon after a retry': heldTwice(4300, 'LOST'),
  },
  'PART-61': {
    'a second coupon': heldTwice(2300, 'TWICE'),
    'a second coupon under a code with a suffix': (record) => {
      for (const { atMs, coupons } of record.states) {
        const held = coupons.find(({ code }) => code === 'TWICE');
        if (atMs >= 2300 && held) coupons.push({ ...held, code: 'TWICE-2', id: 'own-TWICE-2' });
      }
    },
    'a second coupon after a restart that failed': (record) => {
      for (const action of record.actions) if (action.action === 'restart') action.outcome = 'failed';
      heldTwice(4300, 'TWICE')(record);
    },
  },
  'PART-62': {
    'a second coupon': heldTwice(4300, 'TWICE'),
    'a second coupon long afterwards': heldTwice(6000, 'TWICE'),
  },
  'PART-63': {
    'a second id': sending(2030, 'PUT /coupons/code/TWICE', { externalId: 'other' }),
  },
  'PART-65': {
    'looked up': sending(3410, 'GET /coupons/code/FORGED-1', undefined, { answer: answering(404) }),
    'looked up by its order': (record) => {
      const attempt = attemptOf(record, 'FORGED-1');
      attempt.body = JSON.stringify({ ...JSON.parse(attempt.body), orderId: uuid(901) });
      send(record, 3410, `GET /coupons/order/${uuid(901)}`, undefined, { answer: answering(404) });
    },
    'looked up once a bearer was registered by a change': (record) => {
      registerBearerAt(record, 3150);
      send(record, 3410, 'GET /coupons/code/FORGED-1', undefined, { answer: answering(404) });
    },
    'looked up after a change without a bearer, which the platform sends': (record) => {
      send(record, 500, `PUT /webhooks/${uuid(10)}`, { targetUrl: 'https://partner.example/receiver' });
      send(record, 3410, 'GET /coupons/code/FORGED-1', undefined, { answer: answering(404) });
    },
    made: (record) => holdAlso(record, 3500, ['FORGED-1']),
  },
  'PART-66': {
    refused: answered('NULL', 400),
  },
  'PART-67': {
    refused: answered('MORE', 400),
  },
  'PART-68': {
    'one never answered': (record) => {
      record.receiverMs = 10;
      // one more of them has neither a retry nor a coupon
      notify(record, 5060, 'BURST60', { answer: { status: 503 }, orderId: null });
    },
  },
  'PART-104': {
    'its id sent again': sending(2210, 'PUT /coupons/code/TWICE', { externalId: 'own-TWICE' }),
    'its id sent again, by a partner that sends that of another coupon again later': (record) => {
      send(record, 2210, 'PUT /coupons/code/TWICE', { externalId: 'own-TWICE' });
      send(record, 4110, 'PUT /coupons/code/PLAIN', { externalId: 'own-PLAIN' });
    },
    'its id sent again with the moment': (record) => {
      rewriting('PUT /coupons/code/TWICE', { syncedAt: '2030-01-31T12:00:02Z' })(record);
      const again = { externalId: 'own-TWICE', syncedAt: '2030-01-31T12:00:03Z' };
      send(record, 2210, 'PUT /coupons/code/TWICE', again);
    },
  },
  'PART-111': {
    'a registration that is gone': sending(400, `PUT /webhooks/${uuid(10)}`, {}, { answer: answering(404) }),
  },
  'PART-182': {
    'a registration that is removed when an order is canceled': (record) => {
      act(record, { action: 'cancel-order', fromMs: 9000, isSettled: true, toMs: 9100, outcome: 'cannot' });
      send(record, 9050, `DELETE /webhooks/${uuid(10)}`);
    },
    'a registration that is removed some time before the partner is asked for its state': (record) => {
      send(record, 9050, `DELETE /webhooks/${uuid(10)}`);
      record.states.push({ after: record.actions.length, atMs: 9100, coupons: record.states.at(-1)?.coupons ?? [] });
    },
    'a registration that the partner makes again only when it is asked to': (record) => {
      const { body } = callTo(record, 'POST /webhooks');
      send(record, 9050, `DELETE /webhooks/${uuid(10)}`);
      act(record, { action: 'register-webhook', fromMs: 9100, toMs: 9110, isSettled: true });
      send(record, 9105, 'POST /webhooks', JSON.parse(body), { answer: answering(200, { id: uuid(11) }) });
    },
    'a registration that was made again, as asked, and is removed later': (record) => {
      const { body } = callTo(record, 'POST /webhooks');
      act(record, { action: 'unregister-webhook', fromMs: 9000, toMs: 9010, isSettled: true });
      send(record, 9005, `DELETE /webhooks/${uuid(10)}`);
      act(record, { action: 'register-webhook', fromMs: 9020, toMs: 9030, isSettled: true });
      send(record, 9025, 'POST /webhooks', JSON.parse(body), { answer: answering(200, { id: uuid(11) }) });
      act(record, { action: 'cancel-order', fromMs: 9040, toMs: 9060, isSettled: true, outcome: 'cannot' });
      send(record, 9050, `DELETE /webhooks/${uuid(11)}`);
    },
  },
  'PART-113': {
    'one refused at first': (record) => {
      answered('BURST7', 503)(record);
      notify(record, 5090, 'BURST7', { orderId: null });
    },
  },
  'PART-114': {
    'answers that come late': (record) => {
      for (let index = 0; index < 20; index += 1) notify(record, 6500 + 300 * index, `LATE${index}`, { tookMs: 251 });
    },
  },
};
