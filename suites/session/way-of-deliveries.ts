import type { CaptureClient } from '../../fixtures/capture/connect-capture.ts';
import { type TriedWay, tryWay } from '../../fixtures/capture/try-way.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import type { Runtime } from '../../fixtures/runtime.ts';

/** How requests of our own get to the receiver. */
export interface Way {
  runtime: Runtime;
  openTransport: Parameters<typeof tryWay>[0]['openTransport'];
}

/** How long a way that was found sound counts as such. */
const soundForMs = 30_000;

const troubleIn = ({ sent, arrived, answered }: TriedWay): string | undefined => {
  if (answered === sent) return undefined;
  return arrived === 0
    ? `nothing has arrived there, of ${sent} requests of our own neither`
    : `of ${sent} requests of our own ${arrived} arrived and ${answered} were answered`;
};

/**
 * Tells, in words, why what is seen of deliveries shows nothing of the target: the way to the receiver loses requests or
 * answers, which looks like a target that sends too few or too many. Undefined while nothing speaks against the way.
 */
export const wayOfDeliveries = (
  { capture, mailboxes }: Pick<RunHandle, 'capture' | 'mailboxes'>,
  client: CaptureClient | undefined,
  { runtime, openTransport }: Way,
): (() => Promise<string | undefined>) => {
  const publicUrl = capture?.publicUrl;
  // without one, notifications do not leave this machine
  if (client === undefined || publicUrl === undefined) return async () => undefined;
  let doubt: string | undefined;
  let soundUntil = 0;
  let trying: Promise<void> | undefined;

  const tryIt = async (): Promise<void> => {
    const came = await tryWay({ capture: client, openTransport, runtime });
    const hasReceived = Object.values(mailboxes).some(({ id }) => client.attempts({ mailbox: id }).length > 0);
    if (came.arrived === 0 && hasReceived) {
      // an address may be reached from the target and not from here
      soundUntil = Number.POSITIVE_INFINITY;
      return;
    }
    const trouble = troubleIn(came);
    // a way that was bad once is not trusted again
    if (trouble !== undefined) doubt = `the way to ${publicUrl} loses what is sent: ${trouble}`;
    soundUntil = runtime.now() + soundForMs;
  };

  return async () => {
    if (doubt === undefined && runtime.now() > soundUntil) {
      trying ??= tryIt().finally(() => {
        trying = undefined;
      });
      await trying;
    }
    return doubt;
  };
};
