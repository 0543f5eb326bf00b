import { expect, test } from 'vitest';
import { bodiesFrom } from '../../fixtures/bodies.ts';
import { freshBodies, freshSlots, recordingPhones } from './fresh-bodies.ts';
import { uniqueValues } from './unique.ts';

const slots = freshSlots(uniqueValues({ runId: 'run1', seed: 1, scope: 'TEST-1.0', phonePattern: '+55#########' }));
const template = {
  customer: { tel: '{phone}' },
  product: { title: '{name}' },
  order: { tel: '{phone}' },
  store: {},
  cart: {},
  sharedCoupon: {},
  webhook: { to: '{url}' },
};
const body = freshBodies(bodiesFrom(template), slots);

test('two bodies of one kind share no value that identifies a record', () => {
  const pairs: [object, object][] = [
    [slots.customer(), slots.customer()],
    [slots.product(), slots.product()],
    [slots.order(), slots.order()],
    [slots.store(), slots.store()],
    [slots.cart(), slots.cart()],
    [slots.coupon(), slots.coupon()],
    [slots.sharedCoupon(), slots.sharedCoupon()],
  ];
  const identities = (made: object) =>
    Object.entries(made).filter(([field]) => ['phone', 'externalId', 'email', 'code', 'name'].includes(field));
  for (const [first, second] of pairs) {
    const shared = identities(first).filter(([field, value]) =>
      Object.entries(second).some(([other, same]) => other === field && same === value),
    );
    expect([identities(first).length > 0, shared]).toEqual([true, []]);
  }
});

test('what is drawn does not depend on what a check chose before', () => {
  const fresh = () =>
    freshSlots(uniqueValues({ runId: 'run1', seed: 1, scope: 'TEST-1.0', phonePattern: '+55#########' }));
  const [one, other] = [fresh(), fresh()];
  one.customer();
  other.customer({ phone: '+5511', externalId: 'chosen', email: 'chosen@example.com' });
  one.coupon();
  other.coupon({ code: 'chosen', externalId: undefined });
  expect(other.order()).toEqual(one.order());
});

test('what a check chooses stands, also undefined', () => {
  expect(slots.order({ status: 'completed', externalId: undefined })).toMatchObject({
    status: 'completed',
    externalId: undefined,
  });
  expect(body.coupon({ awaitingOrder: undefined, code: 'C' })).not.toHaveProperty('awaitingOrder');
  expect(body.order({ phone: '+1', externalId: 'o' })).toEqual({ tel: '+1', externalId: 'o', status: 'on-hold' });
});

test('every phone that goes into a body is recorded, drawn or chosen', () => {
  const phones: string[] = [];
  const recording = recordingPhones(slots, (phone) => phones.push(phone));
  const drawn = [recording.customer().phone, recording.cart().phone, recording.coupon().phone];
  recording.order({ phone: '+1' });
  recording.store();
  expect(phones).toEqual([...drawn, '+1']);
});

test('a fresh coupon waits for no order, and a fresh order starts in a status of the document', () => {
  expect(slots.coupon()).toMatchObject({ type: 'percent', amount: 10, awaitingOrder: false });
  expect(slots.order().status).toBe('on-hold');
});

test('a shared coupon has an id that the document allows', () => {
  for (let draw = 0; draw < 50; draw++) {
    const id = Number(slots.sharedCoupon().externalId);
    expect(Number.isInteger(id) && id >= 1 && id <= 2147483647).toBe(true);
  }
});
