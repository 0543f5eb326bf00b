import { valueAt } from '../../core/json.ts';
import type { Attempt } from '../../fixtures/capture/attempt.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { FlowShop } from '../check-context.ts';
import { expectHolds } from '../judge/expect.ts';
import { path } from '../path.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { atLeast } from './attempts.ts';
import { aboutNotifications, aboutRegistration } from './company-rules.ts';

/** The longest time, in documented seconds, for which the silence of the receiver is watched. */
const silenceSeconds = 60;

const endedAtMs = ({ answeredAtMs, senderClosedAtMs }: Attempt): number | undefined => answeredAtMs ?? senderClosedAtMs;

/** The response to an order while the receiver hangs, and one at another time, because the target may be slow. */
interface Answers {
  answer: Exchange;
  usual: Exchange;
}

/** Asserts that the response to an order did not wait until the silent receiver timed out. */
const expectSooner = async (
  shop: Pick<FlowShop, 'clock' | 'deliveries'>,
  id: string,
  { answer, usual }: Answers,
): Promise<void> => {
  const { clock } = shop;
  const seen = await shop.deliveries(
    { id },
    ({ attempts: [first] }) => first !== undefined && endedAtMs(first) !== undefined,
    silenceSeconds,
  );
  const [first] = seen.attempts;
  const ended = first && endedAtMs(first);
  // the clock of the receiver may be on another machine
  const silentMs =
    first && ended !== undefined ? ended - first.receivedAtMs : silenceSeconds * 1000 * clock.scale + clock.slackMs;
  const [took, usually, silent] = [answer.durationMs, usual.durationMs, silentMs].map(Math.round);
  const compared = `${took} ms while the receiver hung for ${silent} ms, and ${usually} ms otherwise`;
  const isSooner = answer.durationMs < usual.durationMs + 0.8 * silentMs;
  expectHolds(seen, 'response time', 'no longer because the receiver hangs', compared, isSooner);
};

/** How many orders are timed. The soonest notification shows how fast the queue is. */
const timedOrders = 3;

export const dispatch: readonly Rule[] = [
  aboutNotifications({
    id: 'DLV-25',
    text: 'Dispatch is asynchronous: the response to an updated order does not wait for a receiver that hangs',
    source: 'Events › Trigger',
    statements: ['S173'],
    level: 'must',
    async check(shop) {
      const order = await shop.quietOrder();
      // shows how slow the target is anyway
      const usual = await shop.trigger(order, order.status);
      await shop.script(order, [{ hang: true }, { status: 204 }]);
      const answer = await shop.trigger(order);
      await shop.firstDelivery(order);
      await expectSooner(shop, order.id, { answer, usual });
    },
  }),
  aboutRegistration({
    id: 'DLV-37',
    text: 'Dispatch is asynchronous: the response to a created order does not wait for a receiver that hangs',
    source: 'Events › Trigger',
    statements: ['S173'],
    level: 'must',
    async check(shop) {
      const { registration } = shop;
      const create = async (externalId: string): Promise<Exchange> => {
        const body = shop.body.order({ ...(await shop.given.owner()), externalId, status: shop.flow.trigger });
        return mustBeAccepted(await shop.post('/orders', { body }), 'creating an order');
      };
      const usual = await create(shop.unique.name('usual'));
      // the id of the order is unknown before the response, so the receiver hangs for all orders
      const url = await registration.otherUrl({ answer: { hang: true } });
      const changed = await shop.put(registration.path, { body: registration.body({ url }) });
      mustBeAccepted(changed, 'registering another URL');
      const externalId = shop.unique.name('dispatch');
      const answer = await create(externalId);
      const read = mustBeAccepted(await shop.get(path`/orders/external/${externalId}`), 'reading the order');
      const id = String(valueAt(read.body, '/id'));
      const first = await shop.deliveries({ id }, atLeast(1), shop.clock.dispatchSeconds);
      if (first.attempts.length === 0) shop.unverified('not-reached', 'no notification came for the order');
      await expectSooner(shop, id, { answer, usual });
    },
  }),
  aboutNotifications({
    id: 'DLV-38',
    text: 'A notification arrives within some seconds',
    source: 'Events › Trigger',
    statements: ['S173'],
    level: 'should',
    inferred: 'The document does not say how many seconds; the profile does.',
    isAboutTime: true,
    async check(shop) {
      const seconds: number[] = [];
      for (let timed = 0; timed < timedOrders; timed++) seconds.push(await shop.dispatchSeconds());
      const longest = shop.clock.promptSeconds + shop.clock.slackMs / 1000 / shop.clock.scale;
      const { read } = await shop.couponOf((await shop.startedOrder()).order);
      const soonest = Math.min(...seconds);
      expectHolds(
        read,
        'seconds from an order to its notification',
        `at most ${shop.clock.promptSeconds}`,
        `${soonest.toFixed(1)} at best, of ${seconds.length} orders`,
        soonest <= longest,
      );
    },
  }),
];
