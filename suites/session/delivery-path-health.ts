import type { Cause } from '../../core/outcome.ts';
import type { CaptureClient } from '../../fixtures/capture/client/connect-capture.ts';
import { type ProbeResult, probeWebhookPath } from '../../fixtures/capture/probe-webhook-path.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import type { Runtime } from '../../fixtures/runtime.ts';

/** How our own test requests get to the receiver. */
export interface Way {
  runtime: Runtime;
  openTransport: Parameters<typeof probeWebhookPath>[0]['openTransport'];
}

/** How long a successful test of the way counts. */
const soundForMs = 30_000;

/** Why deliveries prove nothing about the target. */
export interface DeliveryDoubt {
  cause: Extract<Cause, 'profile' | 'not-observable'>;
  reason: string;
}

const doubtIn = ({ sent, arrived, answered }: ProbeResult, publicUrl: string): DeliveryDoubt | undefined => {
  if (arrived === 0) {
    const where = answered === 0 ? 'nowhere' : 'to another server';
    const reason = `\`capture.publicUrl\` leads ${where}: none of our own ${sent} test requests to ${publicUrl} arrived`;
    return { cause: 'profile', reason };
  }
  if (answered === sent) return undefined;
  const reason = `the way to ${publicUrl} loses requests: of our own ${sent} test requests ${arrived} arrived and ${answered} were answered`;
  return { cause: 'not-observable', reason };
};

const isOfThisMachine = (url: string): boolean => {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
};

/** The doubt about a receiver that only this machine can reach, if the target is elsewhere. */
const unreachableFrom = (
  { baseUrl }: Pick<RunHandle['profile'], 'baseUrl'>,
  mailboxes: RunHandle['mailboxes'],
): DeliveryDoubt | undefined => {
  const registered = Object.values(mailboxes);
  if (isOfThisMachine(baseUrl) || !registered.every(({ url }) => isOfThisMachine(url))) return undefined;
  const { host } = new URL(baseUrl);
  return {
    cause: 'profile',
    reason: `\`capture.publicUrl\` is not declared: the receiver listens on this machine alone, where ${host} does not reach it`,
  };
};

/**
 * Returns a function that says why deliveries prove nothing about the target. A way to the receiver that loses requests
 * or responses looks like a target that sends too few or too many. Resolves with `undefined` while the way is sound.
 */
export const deliveryPathHealth = (
  { capture, mailboxes, profile }: Pick<RunHandle, 'capture' | 'mailboxes' | 'profile'>,
  client: CaptureClient | undefined,
  { runtime, openTransport }: Way,
): (() => Promise<DeliveryDoubt | undefined>) => {
  const publicUrl = capture?.publicUrl;
  if (client === undefined) return async () => undefined;
  const hasReceived = (): boolean =>
    Object.values(mailboxes).some(({ id }) => client.attempts({ mailbox: id }).length > 0);
  // without a public URL, notifications do not leave this machine
  if (publicUrl === undefined) {
    const unreachable = unreachableFrom(profile, mailboxes);
    return async () => (hasReceived() ? undefined : unreachable);
  }
  let doubt: DeliveryDoubt | undefined;
  let soundUntil = 0;
  let trying: Promise<void> | undefined;

  const tryIt = async (): Promise<void> => {
    const came = await probeWebhookPath({ capture: client, openTransport, runtime });
    if (came.arrived === 0 && hasReceived()) {
      // the target may reach an address that this machine cannot reach
      soundUntil = Number.POSITIVE_INFINITY;
      return;
    }
    // a way that was bad once is not trusted again
    doubt = doubtIn(came, publicUrl) ?? doubt;
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
