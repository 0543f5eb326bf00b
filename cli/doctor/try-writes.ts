import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordKind } from '../../core/journal.ts';
import { isObject } from '../../core/json.ts';
import type { CleanUpReport } from '../../core/result.ts';
import { connectCapture } from '../../fixtures/capture/client/connect-capture.ts';
import { probeWebhookPath } from '../../fixtures/capture/probe-webhook-path.ts';
import { openTransport } from '../../fixtures/client/transport.ts';
import { type Finding, ok, problem, warning } from '../../fixtures/finding.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { redactionOf } from '../../fixtures/redaction/redaction.ts';
import { cleanUp } from '../../fixtures/run/clean-up.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import { type Run, startRun } from '../../fixtures/run/start-run.ts';
import { systemRuntime } from '../../fixtures/runtime.ts';
import { type Capability, companiesWithFlow, type FlowKind } from '../../suites/capability.ts';
import type { CheckContext, Given, GivenRecord } from '../../suites/check-context.ts';
import { runFiles } from '../../suites/session/evidence-folder.ts';
import { makeTry } from '../../suites/session/make-context.ts';
import { openSession } from '../../suites/session/session.ts';

interface TriedKind {
  subject: string;
  /** Its name in the clean-up report. */
  kind: RecordKind;
  needs: Capability;
  /** The key of the profile that describes its creation. */
  key: string;
  make: (given: Given) => Promise<GivenRecord>;
}

/** Records that the profile or the document says how to create. */
const kinds: readonly TriedKind[] = [
  {
    subject: 'customer',
    kind: 'customer',
    needs: 'create customers',
    key: 'resources.customers.create',
    make: (given) => given.customer(),
  },
  {
    subject: 'product',
    kind: 'product',
    needs: 'create products',
    key: 'resources.products.create',
    make: (given) => given.product(),
  },
  {
    subject: 'store',
    kind: 'store',
    needs: 'create stores',
    key: 'resources.stores.create',
    make: (given) => given.store(),
  },
  {
    subject: 'abandoned cart',
    kind: 'cart',
    needs: 'create carts',
    key: 'resources.abandonedCarts.create',
    make: (given) => given.cart(),
  },
  {
    subject: 'order',
    kind: 'order',
    needs: 'create orders',
    key: 'resources.orders.body',
    make: (given) => given.order(),
  },
  {
    subject: 'coupon',
    kind: 'coupon',
    needs: 'writes',
    key: 'resources.coupons',
    make: (given) => given.coupon(),
  },
  {
    subject: 'shared coupon',
    kind: 'coupon',
    needs: 'shared coupons',
    key: 'resources.sharedCoupons.body',
    make: (given) => given.sharedCoupon(),
  },
];

/** Creates one record of each kind. Returns what went wrong; undefined if it was created and read back. */
const tryKinds = async ({ offers, given }: CheckContext): Promise<Map<TriedKind, string | undefined>> => {
  const tried = new Map<TriedKind, string | undefined>();
  for (const each of kinds.filter(({ needs }) => offers([needs]))) {
    tried.set(
      each,
      await each.make(given).then(
        () => undefined,
        (error: unknown) => messageOf(error),
      ),
    );
  }
  return tried;
};

const describeKind = (
  { subject, kind, key }: TriedKind,
  trouble: string | undefined,
  { left }: CleanUpReport,
): Finding => {
  const tried = `one ${subject}`;
  if (trouble !== undefined) return problem(tried, trouble, `correct ${key}`);
  if (kind === 'coupon') return ok(tried, 'is created and read back; the API has no way to delete it');
  const stays = left.find((residue) => residue.kind === kind);
  if (!stays) return ok(tried, 'is created, read back and removed');
  const what = stays.key === undefined ? 'it' : stays.key;
  return warning(tried, `is created and read back, but stays: ${stays.why}`, `remove ${what} by hand`);
};

/** Flows that our orders can trigger, the preferred first. */
const startingFlows: readonly FlowKind[] = ['completed flow', 'on-hold flow', 'percent coupon flow', 'giftback flow'];

/** Tests whether requests to the public address of the capture arrive there. */
const tryAddress = async ({ capture: address, mailboxes, profile }: RunHandle): Promise<Finding[]> => {
  const [mailbox] = Object.values(mailboxes);
  if (!address || !mailbox) return [];
  const subject = 'path to the capture server';
  const trusted = profile.tls?.ca === undefined ? undefined : { ca: profile.tls.ca };
  await using capture = await connectCapture(address);
  const { sent, arrived, answered } = await probeWebhookPath({
    capture,
    openTransport: (connections, seconds) => openTransport(connections, seconds, trusted),
    runtime: systemRuntime,
  });
  const where = new URL(mailbox.url).origin;
  // otherwise another server may have answered
  if (arrived === sent && answered === sent) {
    return [ok(subject, `all ${sent} test requests to ${where} arrived and were answered`)];
  }
  const message = `of ${sent} test requests to ${where} ${arrived} arrived and ${answered} were answered`;
  return [problem(subject, message, 'correct capture.publicUrl so that it leads to the capture server')];
};

const maxAnswerLength = 300;

/** Triggers a flow with one order and waits for the notification. */
const tryNotification = async (context: CheckContext, profile: Profile): Promise<Finding[]> => {
  const subject = 'one notification';
  const kind = startingFlows.find((each) => companiesWithFlow(profile, each).length > 0);
  if (kind === undefined || !context.offers(['create orders', 'webhooks', kind])) return [];
  const began = performance.now();
  try {
    const shop = await context.flowShop(kind);
    const { order } = await shop.startedOrder();
    const { attempts } = await shop.firstDelivery(order);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const body = attempts[0]?.json;
    const code = isObject(body) && typeof body.code === 'string' ? ` with the coupon ${body.code}` : '';
    return [ok(subject, `arrived for the order ${order.externalId} after ${seconds} s${code}`)];
  } catch (error) {
    return [
      problem(
        subject,
        messageOf(error),
        'look at the flow in the panel, at companies[].flows and at capture.publicUrl, in this order',
      ),
    ];
  }
};

/** Runs `act` in a run of its own, and removes what it created. */
const inRun = async <T>(
  profile: Profile,
  secrets: readonly Secret[],
  act: (context: CheckContext, run: Run) => Promise<T>,
): Promise<{ tried: T; run: Run; removed: CleanUpReport }> => {
  const folder = await mkdtemp(join(tmpdir(), 'selo-doctor-'));
  const tryIn = async (run: Run): Promise<T> => {
    await using session = await openSession(run.handle);
    const { context, end } = makeTry(session, 'doctor', 0);
    return await act(context, run).finally(end);
  };
  try {
    const run = await startRun({ profile, secrets, depth: 'quick', seed: 1, isShared: true, folder });
    const tried = await tryIn(run).finally(() => run[Symbol.asyncDispose]());
    return { tried, run, removed: await cleanUp(run.handle, join(folder, runFiles.journal)) };
  } finally {
    await rm(folder, { recursive: true });
  }
};

const describeRefusal = ({ refusedRegistration, secrets }: RunHandle): Finding[] => {
  if (!refusedRegistration) return [];
  const { method, path, status, text } = refusedRegistration;
  // the answer may echo the bearer token of the run
  const said = redactionOf(secrets)(text.length > maxAnswerLength ? `${text.slice(0, maxAnswerLength)}…` : text);
  return [problem('registration', `${method} ${path} answered ${status} ${said}`, 'correct resources.webhooks.body')];
};

const tryWay = async (context: CheckContext, { handle, troubles }: Run): Promise<Finding[]> => {
  const refusal = describeRefusal(handle);
  const other = refusal.length > 0 ? [] : troubles;
  const way = [
    ...refusal,
    ...other.map((message) => problem('registration', message, 'remove what the message names, then try again')),
    ...(await tryAddress(handle)),
  ];
  // otherwise the flow would be blamed for a notification that cannot arrive
  const isOpen = way.every(({ state }) => state === 'ok');
  const { unknownId } = handle;
  return [
    ...way,
    ...(unknownId === undefined
      ? []
      : [warning('registration', unknownId, 'set resources.webhooks.idPointer to the field that holds the id')]),
    ...(isOpen ? await tryNotification(context, handle.profile) : []),
  ];
};

/** Tests whether a notification of the target arrives at the capture server. */
export const tryCapture = async (profile: Profile, secrets: readonly Secret[]): Promise<Finding[]> =>
  (await inRun(profile, secrets, tryWay)).tried;

/**
 * Creates and removes one record of each kind, and receives one notification. Sends nothing if the profile does not
 * allow writes.
 */
export const tryWrites = async (profile: Profile, secrets: readonly Secret[]): Promise<Finding[]> => {
  if (profile.production) return [];
  if (!profile.writes) return [warning('try', 'nothing is tried: the profile allows no writes', 'writes: true')];
  const { tried, run, removed } = await inRun(profile, secrets, async (context, started) => ({
    records: await tryKinds(context),
    findings: await tryWay(context, started),
    before: started.troubles.length,
  }));
  const { records, findings, before } = tried;
  const settled = run.troubles.slice(before);
  return [
    ...[...records].map(([kind, trouble]) => describeKind(kind, trouble, removed)),
    ...findings,
    ...settled.map((message) => problem('registration', message, 'restore or remove it by hand')),
  ];
};
