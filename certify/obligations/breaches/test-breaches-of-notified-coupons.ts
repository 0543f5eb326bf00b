import { answering, failing, holdAlso, notify, send } from '../test-records/test-record.ts';
import {
  type Breaches,
  changing,
  changingAttempt,
  dropping,
  holding,
  leavingOut,
  rewriting,
  sending,
  without,
  withoutCalls,
} from '../test-records/test-record-changes.ts';

const ownCoupon = {
  externalId: 'own-2',
  code: 'PLAIN',
  amount: 5,
  phone: '+5511987654321',
  expiryDate: '2030-12-31T23:59:59-03:00',
};

export const breachesOfNotifiedCoupons: Breaches = {
  'PART-69': {
    'not made': dropping('PLAIN'),
    'lost later': (record) => {
      for (const state of record.states.slice(4)) state.coupons = state.coupons.filter(({ code }) => code !== 'NULL');
    },
    'never read, by a partner without a state': (record) => {
      record.states = [];
      withoutCalls(record, ({ path }) => path === '/coupons/code/MORE');
    },
  },
  'PART-70': {
    'one not made': dropping('BURST7'),
  },
  'PART-71': {
    'no lookup': without('GET /coupons/code/PLAIN'),
  },
  'PART-175': {
    'a lookup after a repeat of what was processed': (record) => {
      notify(record, 7200, 'PLAIN', { fault: 'late repeat' });
      send(record, 7205, 'GET /coupons/code/PLAIN');
    },
  },
  'PART-72': {
    'one that is reported without': leavingOut(['amount'], 'TWICE'),
    'another amount': holding({ amount: 11 }),
    'another amount later': (record) => {
      for (const { coupons } of record.states.slice(4))
        for (const coupon of coupons) if (coupon.code === 'TWICE') coupon.amount = 0;
    },
  },
  'PART-73': {
    'one that is reported without': leavingOut(['type'], 'TWICE'),
    'another type': holding({ type: 'fixed' }),
  },
  'PART-74': {
    'one that is reported without': leavingOut(['minPurchaseValue'], 'TWICE'),
    'no minimum': holding({ minPurchaseValue: 0 }),
  },
  'PART-75': {
    'one that is reported without': leavingOut(['expiryDate'], 'TWICE'),
    'an hour more': holding({ expiryDate: '2030-06-30T13:00:00-03:00' }),
    'an hour more, as PostgreSQL writes it': holding({ expiryDate: '2030-06-30 13:00:00-03' }),
    'another day': holding({ expiryDate: '2030-07-02' }),
    'three hours more without a zone': holding({ expiryDate: '2030-06-30 18:00:00' }),
    none: holding({ expiryDate: null }),
  },
  'PART-76': {
    'one that combines': holding({ combinable: true }),
  },
  'PART-77': {
    'no id sent': without('PUT /coupons/code/PLAIN'),
  },
  'PART-78': {
    'another id sent': rewriting('PUT /coupons/code/PLAIN', { externalId: 'another' }),
    'a longer id sent': rewriting('PUT /coupons/code/PLAIN', { externalId: 'own-PLAIN-2' }),
    'another id later': (record) => {
      record.idleMs = 99_000;
      for (const { coupons } of record.states.slice(4))
        for (const coupon of coupons) if (coupon.code === 'TWICE') coupon.id = 'own-2';
    },
    'a coupon of the shop registered under another id': holding({ id: 'another' }, 'OWN1'),
  },
  'PART-79': {
    refused: changingAttempt('GONE', { answer: { status: 500 }, tookMs: 50 }),
  },
  'PART-80': {
    held: (record) => holdAlso(record, 7000, ['PLAIN', 'TWICE', 'GONE']),
  },
  'PART-81': {
    'looked up again and again': (record) => {
      for (let number = 0; number < 8; number += 1)
        send(record, 3220 + number, 'GET /coupons/code/GONE', undefined, { answer: answering(404) });
    },
  },
  'PART-82': {
    'not looked up again': (record) => {
      withoutCalls(record, ({ atMs }) => atMs === 3330 || atMs === 3335);
      record.states = [];
    },
    'notified again after its lookup was refused, and not looked up': (record) => {
      const refused = failing(403);
      notify(record, 4600, 'REFUSED');
      send(record, 4605, 'GET /coupons/code/REFUSED', undefined, refused);
      notify(record, 4650, 'REFUSED');
      record.idleMs = 4700;
    },
  },
  'PART-83': {
    'not made': dropping('AGAIN'),
  },
  'PART-84': {
    registered: (record) => {
      send(record, 1020, 'POST /coupons', ownCoupon);
      send(record, 1030, 'GET /coupons/code/PLAIN');
    },
  },
  'PART-112': {
    'its id sent before the lookup': changing('PUT /coupons/code/PLAIN', { atMs: 1005 }),
  },
  'PART-117': {
    'the id of another coupon': (record) => {
      rewriting('PUT /coupons/code/PLAIN', { externalId: 'own-TWICE' })(record);
      holding({ id: 'own-TWICE' })(record);
    },
  },
  'PART-142': {
    'a coupon that is made for another customer': holding({ phone: '+5511933330001' }),
  },
  'PART-161': {
    'an amount of 0 with the id': rewriting('PUT /coupons/code/PLAIN', { amount: 0 }),
    'an amount of 0 when it is marked as used': sending(4450, 'PUT /coupons/code/PLAIN', {
      used: true,
      awaitingOrder: false,
      amount: 0,
    }),
    'the code in small letters with the id': rewriting('PUT /coupons/code/PLAIN', { code: 'plain' }),
    'another expiry with the id': rewriting('PUT /coupons/code/PLAIN', { expiryDate: '2031-01-01T00:00:00Z' }),
    'used false with the id, once the coupon is redeemed': sending(4450, 'PUT /coupons/code/PLAIN', {
      externalId: 'own-PLAIN',
      used: false,
    }),
  },
  'PART-165': {
    'a coupon made twice': (record) => {
      for (const { coupons } of record.states) {
        const held = coupons.find(({ code }) => code === 'PLAIN');
        if (held) coupons.push({ ...held, id: 'second' });
      }
    },
  },
};
