import type { Attempt } from '../../fixtures/capture/attempt.ts';
import { expectHolds } from '../expect.ts';
import type { Rule } from '../rule.ts';

/** Documented seconds after which a receiver that still says nothing has been silent for long. */
const silenceSeconds = 60;

const endedAtMs = ({ answeredAtMs, senderClosedAtMs }: Attempt): number | undefined => answeredAtMs ?? senderClosedAtMs;

export const dispatch: readonly Rule[] = [
  {
    id: 'DLV-25',
    text: 'Dispatch is asynchronous: the answer to the order does not wait for a receiver that does not answer',
    source: 'Events › Trigger',
    statements: ['S173'],
    level: 'must',
    needs: ['create orders', 'completed flow', 'webhooks'],
    async check({ clock, flowShop }) {
      const shop = await flowShop('completed flow');
      const order = await shop.quietOrder();
      // a target that is slow by itself waits for nobody
      const usual = await shop.trigger(order, order.status);
      await shop.script(order, [{ hang: true }, { status: 204 }]);
      const answer = await shop.trigger(order);
      await shop.firstDelivery(order);
      const seen = await shop.deliveries(
        order,
        ({ attempts: [first] }) => first !== undefined && endedAtMs(first) !== undefined,
        silenceSeconds,
      );
      const [first] = seen.attempts;
      const ended = first && endedAtMs(first);
      // the receiver's clock may be another machine's
      const silentMs =
        first && ended !== undefined ? ended - first.receivedAtMs : silenceSeconds * 1000 * clock.scale + clock.slackMs;
      const [took, usually, silent] = [answer.durationMs, usual.durationMs, silentMs].map(Math.round);
      const compared = `${took} ms, usually ${usually} ms, and ${silent} ms of silence`;
      const isSooner = answer.durationMs < usual.durationMs + 0.8 * silentMs;
      expectHolds(seen, 'time of the answer', "not longer by the receiver's silence", compared, isSooner);
    },
  },
];
