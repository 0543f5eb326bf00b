import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cause } from '../../core/outcome.ts';
import { isFault, isUnverified, type Verdict } from '../../core/verdict.ts';
import { connectCapture } from '../../fixtures/capture/client/connect-capture.ts';
import { startCapture } from '../../fixtures/capture/start-capture.ts';
import type { RecordedExchange } from '../../fixtures/exchange.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { wholeLinesIn } from '../../fixtures/reading/whole-lines.ts';
import { startRun } from '../../fixtures/run/start-run.ts';
import { type EmbeddedOptions, startEmbedded } from '../../platform/embedded/start-embedded.ts';
import type { Handle } from '../../platform/http/call.ts';
import { judgeSelected } from '../../properties/rule-judges.ts';
import { allDefects } from '../../suites/all-defects.ts';
import { changeOf } from '../../suites/defect.ts';
import { runFiles } from '../../suites/session/evidence-folder.ts';
import { openSession } from '../../suites/session/session.ts';
import { describeVerdict, isFalsePositive, passiveIds } from '../judge-embedded.ts';
import type { Fault } from './fault.ts';
import { missingFrom } from './missing.ts';
import { startTap } from './tap.ts';
import type { Toxiproxy } from './toxiproxy/start-toxiproxy.ts';

/** Rules about reads, writes, lists, dates, refusals, races and notifications. */
const rules: Readonly<Record<Fault['on'], readonly string[]>> = {
  target: [
    ...['AUTH-1', 'AUTH-2', 'AUTH-10', 'AUTH-13', 'ISO-2', 'ISO-10', 'ISO-17'],
    ...['CONV-2', 'CONV-9', 'CONV-15', 'CONV-24', 'CONV-28', 'CONV-31', 'CONV-38', 'CONV-57', 'CONV-76'],
    ...['ERR-1', 'ERR-5', 'ERR-6', 'PROD-3', 'PROD-6', 'CUST-13', 'ORD-6', 'ORD-17', 'ORD-26', 'USER-2', 'CONF-1'],
    ...['PAG-1', 'PAG-3', 'PAG-4', 'PAG-8', 'PAG-9', 'PAG-12', 'DATE-1', 'DATE-3', 'DATE-7', 'DATE-11', 'DATE-12'],
    ...['COUP-2', 'COUP-3', 'SHARED-4', 'FLOW-1', 'FLOW-6', 'DLV-1', 'DLV-3', 'DLV-12', 'DLV-26', 'LAW-13', 'LAW-54'],
  ],
  webhooks: [
    ...['DLV-1', 'DLV-2', 'DLV-3', 'DLV-6', 'DLV-8', 'DLV-9', 'DLV-12', 'DLV-13', 'DLV-14', 'DLV-15', 'DLV-17'],
    ...['DLV-18', 'DLV-19', 'DLV-23', 'DLV-24', 'DLV-26', 'DLV-31', 'DLV-32', 'DLV-33', 'FLOW-1', 'FLOW-21'],
    ...['HOOK-1', 'HOOK-2', 'HOOK-5', 'HOOK-6', 'ISO-33', 'LAW-57', 'LAW-61', 'LAW-62'],
  ],
};

const isSelected =
  (on: Fault['on']) =>
  ({ id }: { id: string }): boolean =>
    passiveIds.has(id) || rules[on].includes(id);

interface Broken {
  rule: string;
  options: EmbeddedOptions;
}

const brokenRules: Readonly<Record<Fault['on'], readonly string[]>> = {
  target: ['AUTH-2', 'CONV-24', 'PAG-8', 'DATE-3', 'ERR-6', 'COUP-3', 'DLV-3'],
  webhooks: ['DLV-3', 'DLV-8', 'DLV-12', 'DLV-17', 'DLV-32'],
};

const brokenPlatforms = (on: Fault['on']): Broken[] =>
  brokenRules[on].flatMap((rule) => {
    const defect = allDefects.find((each) => each.rule === rule);
    return defect ? [{ rule, options: changeOf(defect) }] : [];
  });

/** A request as a text that is the same at its sender and its receiver. */
const inWords = (method: string, path: string, query: string, body: string): string =>
  `${method} ${path} ${new URLSearchParams(query)} ${body}`;

/** The setup of a run also makes and restores registrations, and these requests are not recorded. */
const isRegistration = (path: string): boolean => path.startsWith('/webhooks');

const noting =
  (arrived: string[]) =>
  (handle: Handle): Handle =>
  (call) => {
    if (!isRegistration(call.path)) arrived.push(inWords(call.method, call.path, String(call.query), call.body));
    return handle(call);
  };

/** The requests in a run's file of exchanges, with and without an answer. */
const recordedIn = (file: string): string[] =>
  [...wholeLinesIn(file)].map((line) => {
    const { request }: RecordedExchange = JSON.parse(line);
    const [path = '', query = ''] = request.path.split('?');
    return inWords(request.method, path, query, request.body ?? '');
  });

/** The result of a fault. */
export interface Row {
  fault: Pick<Fault, 'name' | 'text' | 'on' | 'lets'>;
  passed: number;
  /** Unverified rules by their cause. */
  unverified: Partial<Record<Cause, number>>;
  /** Failures of the sound platform, and errors of our own. */
  wrong: string[];
  /** Requests and attempts that arrived and were not recorded. */
  lost: string[];
  /** Broken platforms that failed, and those that were unverified. */
  caught: number;
  spared: number;
  /** Broken platforms that passed. */
  hidden: string[];
  requests: number;
  seconds: number;
}

interface Judged {
  verdicts: Verdict[];
  lost: string[];
}

/** Long, because several targets share a thread. */
const timeouts = { timeoutFloorMs: 4000, slackMs: 4000 };

const concurrency = 8;

const judgeBehind = async (
  fault: Fault,
  options: EmbeddedOptions,
  selects: (rule: { id: string }) => boolean,
  toxiproxy: Toxiproxy,
): Promise<Judged> => {
  await using resources = new AsyncDisposableStack();
  const arrived: string[] = [];
  const note = noting(arrived);
  const { wrap = (handle) => handle } = options;
  const target = resources.use(
    await startEmbedded({
      ...options,
      choices: { webhooks: { timeoutFloorMs: timeouts.timeoutFloorMs } },
      wrap: (handle, runtime) => note(wrap(handle, runtime)),
    }),
  );
  const tap = resources.use(await startTap());
  const isOnTarget = fault.on === 'target';
  const stood = resources.use(await fault.stand(isOnTarget ? target.profile.baseUrl : tap.url, toxiproxy));
  const capture = resources.use(await startCapture({ publicUrl: isOnTarget ? tap.url : stood.url }));
  tap.passOnTo(capture.controlUrl);
  const { profile } = target;
  const { timeoutSeconds = profile.limits.timeoutSeconds } = fault;
  const reached: Profile = {
    ...profile,
    baseUrl: isOnTarget ? stood.url : profile.baseUrl,
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
  const { secrets } = target;
  const run = resources.use(await startRun({ profile: reached, secrets, depth: 'quick', seed: 1, folder }));
  const verdicts: Verdict[] = [];
  {
    await using session = await openSession(run.handle);
    verdicts.push(...(await judgeSelected(session, selects)));
  }
  // the mailboxes that a check opened are gone after the run
  const mailboxes = Object.values(run.handle.mailboxes).map(({ id }) => id);
  const passed = tap.passed
    .filter(({ url }) => mailboxes.some((id) => url.endsWith(`/in/${id}`)))
    .map(({ body }) => body);
  await using witness = await connectCapture(capture);
  for (const id of mailboxes) await witness.openMailbox(id);
  const { attempts } = await witness.waitFor({}, () => false, { deadlineMs: 0 });
  const lost = [
    ...missingFrom(arrived, recordedIn(join(folder, runFiles.exchanges))),
    ...missingFrom(
      passed,
      attempts.map(({ body }) => body),
    ).map((body) => `attempt ${body}`),
  ];
  return { verdicts, lost };
};

export const judgeRow = async (fault: Fault, toxiproxy: Toxiproxy): Promise<Row> => {
  const startedMs = performance.now();
  const { name, text, on, lets } = fault;
  const { verdicts, lost } = await judgeBehind(fault, {}, isSelected(on), toxiproxy);
  const unverified: Row['unverified'] = {};
  for (const { cause } of verdicts.filter(isUnverified)) unverified[cause] = (unverified[cause] ?? 0) + 1;

  const broken = brokenPlatforms(on);
  const onBroken = await Promise.all(
    broken.map(({ rule, options }) => judgeBehind(fault, options, ({ id }) => id === rule, toxiproxy)),
  );
  const judged = onBroken.flatMap((each) => each.verdicts);
  return {
    fault: { name, text, on, lets },
    passed: verdicts.filter(({ outcome }) => outcome === 'pass').length,
    unverified,
    wrong: verdicts.filter(isFalsePositive).map(describeVerdict),
    lost: [...lost, ...onBroken.flatMap((each) => each.lost)],
    caught: judged.filter(isFault).length,
    spared: judged.filter(({ outcome }) => outcome === 'unverified').length,
    hidden: judged.filter(({ outcome }) => outcome === 'pass' || outcome === 'error').map(describeVerdict),
    requests: [...verdicts, ...judged].reduce((sum, { requests }) => sum + requests, 0),
    seconds: Math.round((performance.now() - startedMs) / 100) / 10,
  };
};
