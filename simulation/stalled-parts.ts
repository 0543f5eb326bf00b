import type { CaptureClient } from '../fixtures/capture/client/connect-capture.ts';
import type { Transport } from '../fixtures/client/transport.ts';
import { latenessIn } from '../fixtures/stalls/stall.ts';
import type { AnswerInMemory } from '../platform/http/in-memory.ts';
import type { Sender } from '../platform/webhooks/sender.ts';
import type { Processes } from './process-clock.ts';
import type { SimulatedCapture } from './simulated-capture.ts';

/** Calls wait until the platform runs. */
export const stalledPlatform =
  (answer: AnswerInMemory, { platform }: Processes): AnswerInMemory =>
  async (request) => {
    await platform.awake();
    return await answer(request);
  };

/** Answers to calls wait until the checks run. */
export const stalledTransport = (transport: Transport, { checks }: Processes): Transport => ({
  async exchange(request) {
    const answer = await transport.exchange(request);
    await checks.awake();
    return answer;
  },
  [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
});

/** Answers to notifications wait until the platform runs. */
export const stalledSender = (sender: Sender, { platform }: Processes): Sender => ({
  async send(attempt) {
    const outcome = await sender.send(attempt);
    await platform.awake();
    return outcome;
  },
  close: () => sender.close(),
});

/** Requests to the capture server wait until it runs, and its answers until the checks run. */
export const stalledCapture = (capture: SimulatedCapture, { checks, receiver }: Processes): SimulatedCapture => {
  const { client } = capture;
  const asked = async <T>(act: () => Promise<T>): Promise<T> => {
    await receiver.awake();
    const result = await act();
    await receiver.awake();
    await checks.awake();
    return result;
  };
  const stalled: CaptureClient = {
    ...client,
    openMailbox: (...args) => asked(() => client.openMailbox(...args)),
    closeMailbox: (...args) => asked(() => client.closeMailbox(...args)),
    script: (...args) => asked(() => client.script(...args)),
    waitFor: (...args) => asked(() => client.waitFor(...args)),
    async openListener(id) {
      const { url, close, reopen } = await asked(() => client.openListener(id));
      return { url, close: () => asked(close), reopen: () => asked(reopen) };
    },
    watchStalls() {
      const watch = receiver.watchStalls();
      return { lateness: async () => latenessIn(watch.stalls()) };
    },
  };
  return {
    client: stalled,
    receive(request, onReply) {
      let isGone = false;
      let leave: (() => void) | undefined;
      void receiver.awake().then(() => {
        leave = capture.receive(request, onReply);
        if (isGone) leave();
      });
      return () => {
        isGone = true;
        void receiver.awake().then(() => leave?.());
      };
    },
  };
};
