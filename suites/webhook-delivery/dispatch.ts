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
    // that nobody waits for the receiver follows from the queue without being spelled out
    level: 'should',
    needs: ['create orders', 'completed flow', 'webhooks'],
    async check({ clock, flowShop }) {
      const shop = await flowShop('completed flow');
      const order = await shop.quietOrder();
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
      const compared = `${Math.round(answer.durationMs)} ms, and ${Math.round(silentMs)} ms of silence`;
      const isSooner = answer.durationMs < 0.8 * silentMs;
      expectHolds(seen, 'time of the answer', "shorter than the receiver's silence", compared, isSooner);
    },
  },
];
