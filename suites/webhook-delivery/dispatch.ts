import { expectHolds } from '../expect.ts';
import type { Rule } from '../rule.ts';

/** Documented seconds after which a receiver that still says nothing has been silent for long. */
const silenceSeconds = 60;

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
      const compared: string[] = [];
      // a busy machine delays answers too: that one of several came sooner than the receiver's silence ended is enough
      for (let tried = 0; tried < 6; tried++) {
        const order = await shop.quietOrder();
        await shop.script(order, [{ hang: true }, { status: 204 }]);
        const answer = await shop.trigger(order);
        await shop.firstDelivery(order);
        const hasEnded = ({
          answeredAtMs,
          senderClosedAtMs,
        }: {
          answeredAtMs?: number | undefined;
          senderClosedAtMs?: number | undefined;
        }) => (answeredAtMs ?? senderClosedAtMs) !== undefined;
        const seen = await shop.deliveries(
          order,
          ({ attempts: [first] }) => first !== undefined && hasEnded(first),
          silenceSeconds,
        );
        const [first] = seen.attempts;
        if (!first) continue;
        const endedAtMs = first.answeredAtMs ?? first.senderClosedAtMs;
        // the receiver's clock may be another machine's
        const silentMs =
          endedAtMs === undefined
            ? silenceSeconds * 1000 * clock.scale + clock.slackMs
            : endedAtMs - first.receivedAtMs;
        compared.push(`${Math.round(answer.durationMs)} ms beside ${Math.round(silentMs)} ms of silence`);
        const isSooner = answer.durationMs < 0.8 * silentMs;
        if (isSooner || tried === 5)
          return expectHolds(seen, 'time of the answer', "shorter than the receiver's silence", compared, isSooner);
      }
    },
  },
];
