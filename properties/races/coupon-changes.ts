import fc from 'fast-check';
import { expectAnswer, expectThat } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';
import { recordOf } from '../arbitraries.ts';
import { property } from '../property.ts';
import { atOnce, lateMs, simultaneous } from './at-once.ts';

/** Each way at most once, so that every change sets a different value. */
const by = <Way extends string>(...ways: readonly Way[]) =>
  fc.uniqueArray(recordOf({ way: fc.constantFrom(...ways), lateMs }), {
    selector: ({ way }) => way,
    minLength: 1,
    maxLength: ways.length,
  });

export const couponChanges = property({
  id: 'LAW-55',
  text: 'A coupon that gets an `externalId` and a use at the same time keeps both',
  source: 'States and transitions › Moves that are shown',
  statements: ['S090'],
  rules: ['ORD-26', 'ORD-28', 'COUP-27', 'COUP-28'],
  ...simultaneous,
  needs: ['create orders'],
  cases: { quick: 8, full: 30 },
  drawn: recordOf({ names: by('PUT by code', 'PUT by id'), uses: by('POST order', 'PUT order', 'PUT by code') }),
  async holds({ get, post, put, given, body, clock, unique }, { names, uses }) {
    const owner = await given.owner();
    const coupon = await given.coupon({ phone: owner.phone });
    const { code } = coupon;
    const order = uses.some(({ way }) => way === 'PUT order') ? await given.order({ phone: owner.phone }) : undefined;
    const byCode = path`/coupons/code/${code}`;

    const naming = names.map(({ way, lateMs: late }) => {
      const externalId = unique.name('at-once');
      const at = way === 'PUT by id' ? path`/coupons/${coupon.id}` : byCode;
      return { externalId, lateMs: late, send: () => put(at, { body: { externalId } }) };
    });
    const using = uses.map(({ way, lateMs: late }) => ({
      lateMs: late,
      send() {
        if (way === 'PUT by code') return put(byCode, { body: { used: true, awaitingOrder: false } });
        if (way === 'PUT order' && order) {
          return put(path`/orders/${order.id}`, { body: body.order({ ...order, couponCode: code }) });
        }
        return post('/orders', { body: body.order({ ...owner, externalId: unique.name('using'), couponCode: code }) });
      },
    }));
    for (const answer of await atOnce(clock, [...naming, ...using], ({ send }) => send())) {
      mustBeAccepted(answer, 'changing the coupon');
    }

    const read = await get(byCode);
    const isInOrder = uses.some(({ way }) => way !== 'PUT by code');
    // whether a coupon that was marked as used is valid is open
    expectAnswer(read, 200, { used: true, ...(isInOrder ? { isValid: false } : {}) });
    const sent = naming.map(({ externalId }) => externalId);
    expectThat(read, '/externalId', `one that was set: ${sent.join(' or ')}`, (shown) =>
      sent.some((externalId) => externalId === shown),
    );
  },
});
