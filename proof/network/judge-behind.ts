import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Verdict } from '../../core/verdict.ts';
import { connectCapture } from '../../fixtures/capture/client/connect-capture.ts';
import { type Capture, startCapture } from '../../fixtures/capture/start-capture.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { startRun } from '../../fixtures/run/start-run.ts';
import { type EmbeddedOptions, startEmbedded } from '../../platform/embedded/start-embedded.ts';
import { judgeSelected } from '../../properties/rule-judges.ts';
import { runFiles } from '../../suites/session/evidence-folder.ts';
import { openSession } from '../../suites/session/session.ts';
import type { Fault } from './fault.ts';
import { missingFrom, noting, recordedIn } from './lost-requests.ts';
import { startTap, type Tap } from './tap.ts';
import type { Toxiproxy } from './toxiproxy/start-toxiproxy.ts';

export interface Subject {
  fault: Fault;
  toxiproxy: Toxiproxy;
  /** The platform behind the fault. */
  options: EmbeddedOptions;
  selects: (rule: { id: string }) => boolean;
}

interface Judged {
  verdicts: Verdict[];
  /** Requests and attempts that arrived and were not recorded. */
  lost: string[];
}

/** Long, because several targets share a thread. */
const timeouts = { timeoutFloorMs: 4000, slackMs: 4000 };
const concurrency = 8;

/** The attempts that passed the tap to these mailboxes and are not in the log of the capture. */
const lostAttempts = async (capture: Capture, tap: Tap, mailboxes: readonly string[]): Promise<string[]> => {
  const passed = tap.passed.filter(({ url }) => mailboxes.some((id) => url.endsWith(`/in/${id}`)));
  await using witness = await connectCapture(capture);
  for (const id of mailboxes) await witness.openMailbox(id);
  const { attempts } = await witness.waitFor({}, () => false, { deadlineMs: 0 });
  const logged = attempts.map(({ body }) => body);
  return missingFrom(
    passed.map(({ body }) => body),
    logged,
  ).map((body) => `attempt ${body}`);
};

/** Judges a platform through a fault, on the way to the platform or to the receiver. */
export const judgeBehind = async ({ fault, toxiproxy, options, selects }: Subject): Promise<Judged> => {
  await using resources = new AsyncDisposableStack();
  const arrived: string[] = [];
  const note = noting(arrived);
  const { wrap = (handle) => handle } = options;
  const { profile, secrets } = resources.use(
    await startEmbedded({
      ...options,
      choices: { webhooks: { timeoutFloorMs: timeouts.timeoutFloorMs } },
      wrap: (handle, runtime) => note(wrap(handle, runtime)),
    }),
  );
  const tap = resources.use(await startTap());
  const isOnTarget = fault.on === 'target';
  const front = resources.use(await fault.start(isOnTarget ? profile.baseUrl : tap.url, toxiproxy));
  const capture = resources.use(await startCapture({ publicUrl: isOnTarget ? tap.url : front.url }));
  tap.passOnTo(capture.controlUrl);
  const { timeoutSeconds = profile.limits.timeoutSeconds } = fault;
  const reached: Profile = {
    ...profile,
    baseUrl: isOnTarget ? front.url : profile.baseUrl,
    capture: {
      controlUrl: capture.controlUrl,
      publicUrl: capture.publicUrl,
      controlToken: { env: 'SELO_CAPTURE_TOKEN', value: capture.controlToken },
    },
    tolerances: { ...profile.tolerances, slackMs: timeouts.slackMs },
    limits: { ...profile.limits, concurrency, timeoutSeconds, search: { cases: 3 } },
  };
  const folder = await mkdtemp(join(tmpdir(), 'selo-network-'));
  resources.defer(() => rm(folder, { recursive: true }));
  const run = resources.use(await startRun({ profile: reached, secrets, depth: 'quick', seed: 1, folder }));
  const verdicts: Verdict[] = [];
  {
    await using session = await openSession(run.handle);
    verdicts.push(...(await judgeSelected(session, selects)));
  }
  // the mailboxes that a check opened are gone after the run
  const mailboxes = Object.values(run.handle.mailboxes).map(({ id }) => id);
  const lost = [
    ...missingFrom(arrived, recordedIn(join(folder, runFiles.exchanges))),
    ...(await lostAttempts(capture, tap, mailboxes)),
  ];
  return { verdicts, lost };
};
