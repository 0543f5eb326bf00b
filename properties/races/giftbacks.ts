import fc from 'fast-check';
import { valueAt } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { FlowShop } from '../../suites/check-context.ts';
import { readByCode } from '../../suites/flows/order-coupon.ts';
import { expectAccepted, expectAnswer, expectHolds } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import { recordOf } from '../arbitraries.ts';
import { property } from '../property.ts';
import { arrival, arriveAtOnce } from './arrivals.ts';
import { acceptedOf, atOnce, lateMs, simultaneous, statusesOf } from './at-once.ts';

const source = 'States and transitions › Moves that are shown';

/** The responses for all codes, once only one is found or the time is over. How soon giftbacks are canceled is open. */
const whenOneIsLeft = async (shop: FlowShop, codes: readonly string[]): Promise<Exchange[]> => {
  const { clock } = shop;
  const readAll = () => Promise.all(codes.map((code) => readByCode(shop, code)));
  const deadlineMs = clock.now() + clock.dispatchSeconds * 1000 * clock.scale + clock.slackMs;
  for (;;) {
    const answers = await readAll();
    if (acceptedOf(answers).length <= 1 || clock.now() > deadlineMs) return answers;
    await clock.wait(5);
  }
};

export const giftbacks = property({
  id: 'LAW-57',
  text: 'Simultaneous orders of one phone leave one giftback active, and the codes of the others return 404',
  source,
  statements: ['S222'],
  rules: ['FLOW-21', 'FLOW-22'],
  ...simultaneous,
  // only its notification shows the code of a canceled giftback
  needs: ['create orders', 'giftback flow', 'webhooks'],
  cases: { quick: 6, full: 20 },
  drawn: fc.array(arrival, { minLength: 2, maxLength: 5 }),
  async holds({ flowShop }, arrivals) {
    const shop = await flowShop('giftback flow');
    const orders = await arriveAtOnce(shop, arrivals);
    const codes: string[] = [];
    for (const order of orders) {
      const { attempts } = await shop.firstDelivery(order);
      for (const { code } of attempts) if (code !== undefined && !codes.includes(code)) codes.push(code);
    }
    const answers = await whenOneIsLeft(shop, codes);
    const others = answers.filter(({ status }) => status === 404);
    const isOneLeft = acceptedOf(answers).length === 1 && others.length === answers.length - 1;
    for (const answer of answers.slice(0, 1)) {
      expectHolds(answer, "the phone's giftbacks", 'one found, 404 for the others', statusesOf(answers), isOneLeft);
    }
    for (const answer of acceptedOf(answers)) expectAnswer(answer, 200, { used: false });
  },
});

export const redeemedGiftback = property({
  id: 'LAW-58',
  text: 'A giftback that is redeemed while a new one is made is either used or canceled, and the new one is active',
  source,
  statements: ['S089'],
  rules: ['FLOW-21', 'FLOW-23'],
  ...simultaneous,
  needs: ['create orders', 'giftback flow'],
  cases: { quick: 8, full: 30 },
  drawn: recordOf({ by: fc.constantFrom('PUT', 'POST'), redeemedLateMs: lateMs, earnedLateMs: lateMs }),
  async holds({ flowShop }, { by, redeemedLateMs, earnedLateMs }) {
    const shop = await flowShop('giftback flow');
    const { body, clock, post, put, unique } = shop;
    // the orders are created before there is a giftback that one of them could receive
    const first = await shop.quietOrder();
    const next = await shop.quietOrder({ phone: first.phone });
    const redeeming = by === 'PUT' ? await shop.quietOrder({ phone: first.phone }) : undefined;
    await shop.trigger(first);
    const { code } = await shop.couponOf(first);
    const redeem = () =>
      redeeming
        ? put(path`/orders/${redeeming.id}`, { body: body.order({ ...redeeming, couponCode: code }) })
        : post('/orders', { body: body.order({ ...first, externalId: unique.name('redeeming'), couponCode: code }) });
    const [redeemed] = await atOnce(
      clock,
      [
        { send: redeem, lateMs: redeemedLateMs },
        { send: () => shop.trigger(next), lateMs: earnedLateMs },
      ],
      ({ send }) => send(),
    );
    if (redeemed && !redeeming) expectAccepted(redeemed);
    const newer = await shop.couponOf(next);
    const isSettled = ({ status, body: shown }: Exchange) => status === 404 || valueAt(shown, '/used') === true;
    await clock.until(() => readByCode(shop, code), isSettled, clock.dispatchSeconds);
    // it must stay settled
    await clock.wait(2);
    const earlier = await readByCode(shop, code);
    const used = valueAt(earlier.body, '/used');
    const came = `${earlier.status}${used === undefined ? '' : `, used ${used}`}`;
    expectHolds(earlier, 'the earlier giftback', '404, or used', came, isSettled(earlier));
    if (redeemed && redeeming) {
      const isAccepted = acceptedOf([redeemed]).length === 1;
      const expected = isAccepted ? 'used, since the order was accepted' : '404, since the order was refused';
      expectHolds(earlier, 'the earlier giftback', expected, came, (used === true) === isAccepted);
    }
    expectAnswer(await readByCode(shop, newer.code), 200, { used: false });
  },
});
