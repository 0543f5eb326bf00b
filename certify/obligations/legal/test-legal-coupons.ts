import {
  act,
  answering,
  failing,
  holdAlso,
  make,
  notify,
  orderBody,
  read,
  readPage,
  send,
  uuid,
  work,
} from '../test-records/test-record.ts';
import {
  acting,
  attemptOf,
  callTo,
  changing,
  changingAttempt,
  holding,
  type LegalPartners,
  leavingOut,
  making,
  redeemingFor,
  rewrite,
  rewriting,
  sending,
  without,
} from '../test-records/test-record-changes.ts';

export const legalCoupons: LegalPartners = {
  'a coupon whose repeat came during a restart, and that was replaced afterwards': (record) => {
    notify(record, 7200, 'LATER');
    work(record, 7205, 'LATER');
    act(record, { action: 'restart', fromMs: 7300, toMs: 7400, isSettled: true });
    notify(record, 7350, 'LATER', { answer: { lost: 'reset' }, fault: 'late repeat' });
    send(record, 7500, 'GET /coupons/code/LATER', undefined, { answer: answering(404) });
  },
  'a shared coupon with a minimum purchase, which its registration has no field for': (record) =>
    holdAlso(record, 75, ['ALL7']),
  'a copy of a coupon for the website, which comes with the coupon': (record) => {
    for (const { coupons } of record.states) {
      const held = coupons.find(({ code }) => code === 'TWICE');
      if (held) coupons.push({ ...held, code: 'TWICE-WEB', id: 'own-TWICE-WEB' });
    }
  },
  'another coupon of the platform, whose code begins with that of a repeated one': (record) => {
    make(record, 'TWICE-2', 150);
    notify(record, 2150, 'TWICE-2');
    work(record, 2155, 'TWICE-2');
    for (const { atMs, coupons } of record.states) {
      const held = coupons.find(({ code }) => code === 'TWICE');
      if (atMs >= 2300 && held) coupons.push({ ...held, code: 'TWICE-2', id: 'own-TWICE-2' });
    }
  },
  'used false with the id, before the coupon is redeemed': rewriting('PUT /coupons/code/PLAIN', { used: false }),
  'the first of two redemptions at once refused': (record) => {
    const refused = { outcome: 'cannot', message: '409: the coupon was used' } as const;
    act(record, { action: 'redeem', fromMs: 4399, parameters: { code: 'PLAIN', total: 121 }, ...refused });
  },
  'the shop’s platform makes the coupon': (record) => {
    rewriting('POST /coupons', { externalId: undefined, createOnProvider: true })(record);
    without('GET /coupons/external')(record);
  },
  'a lookup made again after a restart, before the platform sees that the first was aborted': (record) => {
    act(record, { action: 'restart', fromMs: 3320, toMs: 3325 });
    Object.assign(callTo(record, 'GET /coupons/code/AGAIN'), { answer: { lost: 'reset' }, tookMs: 25 });
  },
  'a lookup that reaches the platform after the restart that gives it up has begun': (record) => {
    const { atMs } = callTo(record, 'GET /coupons/code/AGAIN');
    act(record, { action: 'restart', fromMs: atMs - 1, toMs: atMs + 15 });
    Object.assign(callTo(record, 'GET /coupons/code/AGAIN'), { answer: { lost: 'reset' }, tookMs: 25 });
  },
  'a coupon that is known from its order, read and made before its notification comes': (record) => {
    callTo(record, 'GET /coupons/code/PLAIN').atMs = attemptOf(record, 'PLAIN').atMs - 20;
    callTo(record, 'PUT /coupons/code/PLAIN').atMs = attemptOf(record, 'PLAIN').atMs - 10;
  },
  'a coupon looked up by its order': changing('GET /coupons/code/PLAIN', { path: `/coupons/order/${uuid(1)}` }),
  'answers that a gateway holds back for a while, however long the work takes': (record) => {
    record.receiverMs = 5000;
    for (const attempt of record.attempts) attempt.tookMs += 400;
  },
  'a lookup that overtook the answer to its notification': changingAttempt('PLAIN', { tookMs: 100 }),
  'a coupon looked up by its id': changing('GET /coupons/code/PLAIN', { path: `/coupons/${uuid(100)}` }),
  'a coupon that was read by its code, and whose further lookup by its id failed': (record) => {
    const { atMs, tookMs } = callTo(record, 'GET /coupons/code/PLAIN');
    send(record, atMs + tookMs, `GET /coupons/${uuid(100)}`, undefined, { answer: answering(500), tookMs: 1 });
  },
  'a coupon that is gone and looked up after each of eight starts': (record) => {
    notify(record, 5000, 'LONG-GONE');
    for (let start = 0; start < 8; start += 1) {
      const fromMs = 5010 + 20 * start;
      if (start > 0) act(record, { action: 'restart', fromMs });
      send(record, fromMs + 5, 'GET /coupons/code/LONG-GONE', undefined, { answer: answering(404) });
    }
  },
  'the id sent by the coupon’s id': changing('PUT /coupons/code/PLAIN', { path: `/coupons/${uuid(100)}` }),
  'all ids sent again at the start, after which a coupon is notified again': (record) => {
    for (const code of ['PLAIN', 'TWICE', 'NULL'])
      send(record, 4210, `PUT /coupons/code/${code}`, { externalId: `own-${code}` });
  },
  'the same id sent twice': sending(2018, 'PUT /coupons/code/TWICE', { externalId: 'own-TWICE' }),
  'no values shown': leavingOut(['type', 'amount', 'minPurchaseValue', 'combinable', 'expiryDate']),
  'no minimum purchase shown where there is none, no type of percentages, and no expiry of a coupon without': (
    record,
  ) => {
    making('TWICE', { minPurchaseValue: 0, type: 'fixed_cart', expiryDate: '2100-01-01T00:00:00.000Z' })(record);
    holding({ type: 'fixed', minPurchaseValue: 0 }, 'TWICE')(record);
    leavingOut(['minPurchaseValue', 'expiryDate'], 'TWICE')(record);
    for (const { code } of record.coupons.filter(({ type }) => type === 'percent')) leavingOut(['type'], code)(record);
  },
  'a coupon that is shown by its code only, once it is redeemed': (record) => {
    for (const state of record.states.filter(({ atMs }) => atMs > 4400))
      state.coupons = state.coupons.map((held) => (held.code === 'PLAIN' ? { code: held.code, id: held.id } : held));
  },
  'a coupon that may combine and does not': (record) => {
    for (const coupon of record.coupons) coupon.acumulative = true;
  },
  'a coupon removed when it was used': (record) => {
    for (const state of record.states.slice(4)) state.coupons = state.coupons.filter(({ code }) => code !== 'PLAIN');
  },
  'a cancelled coupon that was never made': (record) => {
    make(record, 'OLD', 150, { cancelledMs: 4450 });
    notify(record, 4440, 'OLD');
  },
  'a cancelled coupon on an order': (record) => {
    make(record, 'OLD', 150, { cancelledMs: 4450 });
    send(
      record,
      4500,
      `PUT /orders/${uuid(2)}`,
      { couponCode: 'OLD', total: 60 },
      { answer: answering(422, { message: 'Coupon code not found' }) },
    );
  },
  'a repeat that a gateway answers while the partner is started again': (record) =>
    void notify(record, 4090, 'TWICE', { fault: 'late repeat', answer: { status: 502 } }),
  'an answer that a quick lookup overtakes': (record) => {
    make(record, 'QUICK', 153);
    notify(record, 4500, 'QUICK', { tookMs: 120 });
    work(record, 4510, 'QUICK');
    holdAlso(record, 6100, ['QUICK']);
  },
  'a lookup that was slow, and no other': (record) => {
    make(record, 'SLOW', 151);
    notify(record, 4500, 'SLOW');
    read(record, 4510, '/coupons/code/SLOW', { code: 'SLOW' }, { fault: 'slow', tookMs: 300 });
    send(record, 4820, 'PUT /coupons/code/SLOW', { externalId: 'own-SLOW' });
    holdAlso(record, 6100, ['SLOW']);
  },
  'a notification that fails while its lookup is answered 500': (record) => {
    make(record, 'SYNC', 152);
    notify(record, 4500, 'SYNC', { answer: { status: 500 }, tookMs: 20 });
    send(record, 4505, 'GET /coupons/code/SYNC', undefined, failing(500));
    notify(record, 4540, 'SYNC');
    work(record, 4550, 'SYNC');
    holdAlso(record, 6100, ['SYNC']);
  },
  'a coupon that was thrown away once it had expired': (record) => {
    make(record, 'BRIEF', 160, { expiryDate: '2030-01-31T12:00:05Z' });
    notify(record, 4500, 'BRIEF');
    work(record, 4510, 'BRIEF');
    holdAlso(record, 6100, []);
  },
  'a coupon that was taken when nobody waited for it any more, and is not made yet': (record) => {
    make(record, 'TARDY', 161);
    for (const atMs of [4500, 4540, 4600]) {
      notify(record, atMs, 'TARDY', {
        answer: { lost: 'reset' },
        fault: 'acknowledgment lost',
      });
    }
    notify(record, 6090, 'TARDY');
    holdAlso(record, 6100, []);
    work(record, 6110, 'TARDY');
  },
  'a coupon on an order that was refused': acting({
    action: 'redeem',
    fromMs: 4500,
    parameters: { code: 'TWICE', id: 'order-6' },
  }),
  'a coupon on an order that never came': acting({
    action: 'redeem',
    fromMs: 4500,
    parameters: { code: 'TWICE', id: 'order-99' },
  }),
  'a coupon that was read in a list': (record) => {
    make(record, 'LISTED', 163);
    notify(record, 4500, 'LISTED');
    readPage(record, 4510, 'coupons', { data: [{ code: 'LISTED' }] });
    send(record, 4520, 'PUT /coupons/code/LISTED', { externalId: 'own-LISTED' });
    holdAlso(record, 6100, ['LISTED']);
  },
  'a coupon that is no longer listed once it was used': (record) => {
    make(record, 'SPENT', 162);
    notify(record, 4500, 'SPENT');
    work(record, 4510, 'SPENT');
    send(record, 4600, 'POST /orders', orderBody('order-91', { couponCode: 'SPENT', total: 90 }));
    send(record, 4610, 'GET /orders/external/order-91');
    holdAlso(record, 6100, []);
  },
  'a lookup by id that fails once the coupon was looked up by its code': (record) => {
    make(record, 'KNOWN', 163);
    notify(record, 4500, 'KNOWN');
    work(record, 4510, 'KNOWN');
    send(record, 4513, `GET /coupons/${uuid(163)}`, undefined, failing(500));
    holdAlso(record, 6050, ['KNOWN']);
  },
  'a coupon that is gone and looked up once on each start': (record) => {
    for (let start = 0; start < 6; start += 1) {
      act(record, { action: 'restart', fromMs: 6500 + 20 * start, toMs: 6505 + 20 * start });
      send(record, 6510 + 20 * start, 'GET /coupons/code/GONE', undefined, { answer: answering(404) });
    }
  },
  'a write of a coupon that is gone, once on each start': (record) => {
    for (let start = 0; start < 6; start += 1) {
      act(record, { action: 'restart', fromMs: 6500 + 20 * start, toMs: 6505 + 20 * start });
      send(record, 6510 + 20 * start, 'PUT /coupons/code/GONE', { externalId: 'own-GONE' }, { answer: answering(404) });
    }
  },
  'a notification that the partner processes when a restart begins, answered with 500': (record) => {
    const { atMs } = attemptOf(record, 'AGAIN');
    act(record, { action: 'restart', fromMs: atMs + 1, toMs: atMs + 20 });
    Object.assign(attemptOf(record, 'AGAIN'), { answer: { status: 500 }, tookMs: 5 });
  },
  'a notification that comes during a restart, answered with 500': (record) => {
    const { atMs } = attemptOf(record, 'AGAIN');
    act(record, { action: 'restart', fromMs: atMs - 1, toMs: atMs + 20 });
    Object.assign(attemptOf(record, 'AGAIN'), { answer: { status: 500 }, tookMs: 5 });
  },
  'a coupon that was gone before anybody could look': (record) => {
    notify(record, 4500, 'GONE-AT-ONCE');
    send(record, 4510, 'GET /coupons/code/GONE-AT-ONCE', undefined, { answer: answering(404) });
    holdAlso(record, 6100, []);
  },
  'an id that is null until it is set': (record) => {
    read(record, 390, '/coupons/code/NEW', { code: 'NEW', externalId: null });
    send(record, 395, 'PUT /coupons/code/NEW', { externalId: 'own-NEW' }, failing(400));
    send(record, 400, 'PUT /coupons/code/NEW', { externalId: null, used: true, awaitingOrder: false });
  },
  'a coupon that is refused before its validity begins': (record) => {
    const lookup = callTo(record, 'GET /coupons/code/AGAIN');
    lookup.answer = answering(200, { code: 'AGAIN', startDate: '2030-02-01T12:00:00.000Z' });
    act(record, { action: 'redeem', fromMs: 4500, outcome: 'cannot', parameters: { code: 'AGAIN', total: 90 } });
  },
  'a coupon that is refused because the platform shows it as used': (record) => {
    const answer = answering(200, { code: 'AGAIN', used: true });
    send(record, 4502, 'GET /coupons/code/AGAIN', undefined, { answer });
    act(record, { action: 'redeem', fromMs: 4500, outcome: 'cannot', parameters: { code: 'AGAIN', total: 90 } });
  },
  'an expired coupon that is refused without a word': (record) => {
    const expiryDate = '2030-01-31T12:00:09Z';
    making('PLAIN', { expiryDate: expiryDate })(record);
    holding({ expiryDate })(record);
    act(record, { action: 'redeem', fromMs: 9_500, parameters: { code: 'PLAIN' } });
  },
  'a redemption that was on time, and whose order is sent again later': (record) => {
    making('TWICE', { expiryDate: '2030-01-31T12:00:07Z' })(record);
    for (const state of record.states)
      for (const held of state.coupons) if (held.code === 'TWICE') held.expiryDate = '2030-01-31T12:00:07Z';
    const body = orderBody('order-92', { couponCode: 'TWICE', total: 90 });
    send(record, 6500, 'POST /orders', body, { fault: 'reset', answer: { lost: 'reset' } });
    send(record, 8000, 'POST /orders', body);
  },
  'a second company for which the partner says that it never has coupons for everybody': (record) => {
    const never = { outcome: 'cannot', message: '501: one shop only', parameters: { company: 'second' } } as const;
    act(record, { action: 'register-shared-coupon', fromMs: 8030, ...never });
    act(record, { action: 'read-coupons-config', fromMs: 8040, ...never });
  },
  'an order with a coupon and a given total, which the partner says that it never makes': acting({
    action: 'redeem',
    fromMs: 4500,
    outcome: 'cannot',
    message: '501: the shop adds up its orders itself',
    parameters: { code: 'AGAIN', total: 90 },
  }),
  'a coupon that is refused for an order whose worth is left open': acting({
    action: 'redeem',
    fromMs: 4500,
    outcome: 'cannot',
    parameters: { code: 'AGAIN' },
  }),
  'a write-back of all that the platform has': rewriting('PUT /coupons/code/PLAIN', {
    ...{ amount: 10, minPurchaseValue: 50, type: 'percent' },
    expiryDate: '2030-06-30T12:00:00-03:00',
  }),
  'a mark of a coupon that a lookup shows as used': (record) => {
    read(record, 4165, '/coupons/code/MORE', { code: 'MORE', used: true });
    send(record, 4170, 'PUT /coupons/code/MORE', { used: true, awaitingOrder: false });
  },
  'couponCode null': rewriting('POST /orders', { couponCode: null }),
  'types of its own': holding({ type: 'PERCENTAGE' }),
  'a type that nobody knows': holding({ type: 'B' }),
  'the expiry in another zone': holding({ expiryDate: '2030-06-30T12:00:00-03:00' }),
  'the expiry as PostgreSQL writes it': holding({ expiryDate: '2030-06-30 12:00:00-03' }),
  'the expiry with a zone of two digits': holding({ expiryDate: '2030-06-30T15:00:00+00' }),
  'the expiry with a decimal comma': holding({ expiryDate: '2030-06-30T15:00:00,000Z' }),
  'the expiry on the clock of Brasília': holding({ expiryDate: '2030-06-30 12:00:00' }),
  'the expiry kept to the minute': (record) => {
    making('PLAIN', { expiryDate: '2030-06-30T15:00:42Z' })(record);
    holding({ expiryDate: '2030-06-30T15:00:00Z' })(record);
  },
  'the expiry as the end of its day': holding({ expiryDate: '2030-06-30T23:59:59-03:00' }),
  'the expiry as the beginning of the next day': holding({ expiryDate: '2030-07-01 00:00:00' }),
  'the expiry as a day': holding({ expiryDate: '2030-06-30' }),
  'a coupon that is used for exactly its minimum, sent less the discount': (record) => {
    redeemingFor(50)(record);
    for (const call of record.calls) if (call.body.includes('couponCode')) rewrite(call, { total: 45 });
  },
  'a coupon of its own that it holds for the new phone of its customer': (record) => {
    for (const { coupons } of record.states) {
      for (const held of coupons) if (held.code === 'OWN1') held.phone = '+5511987650000';
    }
  },
};
