import { expect, test } from 'vitest';
import { issueCertificate } from '../certify/certificate/issue.ts';
import { unseenMusts } from '../certify/certificate/level.ts';
import { judgePartner } from '../certify/obligations/judge.ts';
import { allScenarios } from '../certify/scenarios/all-scenarios.ts';
import { recordScenarios } from '../certify/scenarios/records.ts';
import type { LogEntry } from '../certify/session/session-log.ts';
import { refusalsIn, rightRefusals } from '../certify/session/test-refused-actions.ts';
import { standingOf } from '../core/obligation-verdict.ts';
import { capabilities, type PartnerCapability, type PartnerRecord } from '../core/partner-record.ts';
import type { TillAnswer } from '../examples/till/shift.ts';
import { type SimulatedPartner, type SimulatedSoftware, simulatedShop, simulatedTill } from './simulated-partners.ts';
import { type SimulatedSessionOptions, simulateSession } from './simulated-session.ts';

/** A session, and everything that it records, in order. */
const recorded = async (options: SimulatedSessionOptions) => {
  const seen: LogEntry[] = [];
  const session = await simulateSession({ ...options, note: (entry) => seen.push(structuredClone(entry)) });
  return { session, recording: JSON.stringify([seen, session]) };
};

/** Played once for all tests, because it has all scenarios. */
const whole = await recorded({ seed: 1 });

const brokenIn = async (options: SimulatedSessionOptions): Promise<string[]> => {
  const { ended, endedBy, records } = await simulateSession(options);
  expect([ended, endedBy]).toEqual(['complete', undefined]);
  return judgePartner(...records).flatMap(({ id, outcome }) => (outcome === 'fail' || outcome === 'warn' ? [id] : []));
};

test('one seed gives one record of a session, byte for byte', async () => {
  expect(whole.recording.length).toBeGreaterThan(500_000);
  const again = await recorded({ seed: 1 });
  expect(again.recording).toBe(whole.recording);
});

test('a correct partner with other names and other software is certified', async () => {
  expect(await brokenIn({ seed: 1, sample: simulatedTill })).toEqual([]);
});

test('a partner whose calls show none of the ids that its hooks answer is blamed for nothing', async () => {
  const sample = { ...simulatedShop, config: { ...simulatedShop.config, capabilities: ['customers' as const] } };
  const environment = { SHOP_VARIANT: 'answers hooks with ids of its own' };
  expect(await brokenIn({ seed: 244, sample, environment })).toEqual([]);
});

// the till never uses its own id in these paths
const needless = ['PART-14', 'PART-15'];

/** Capabilities that need another one. */
const basis: Partial<Record<PartnerCapability, PartnerCapability[]>> = {
  redemption: ['webhooks'],
  'mark-used': ['coupons'],
  'several-companies': ['orders'],
};

test.each(capabilities)(
  'a partner that has only %s is certified, and every must that it can break has an occasion',
  async (capability) => {
    const config = { ...simulatedTill.config, capabilities: [capability, ...(basis[capability] ?? [])] };
    const session = await simulateSession({ seed: 1, sample: { ...simulatedTill, config } });
    const certificate = issueCertificate(session, config, { selo: '0.1.0', keepsCustomers: true });
    const { level, reasons } = certificate;
    expect({ level, reasons }).toEqual({ level: 'certified', reasons: [] });
    const unseen = unseenMusts(certificate).map(({ id }) => id);
    expect(unseen.filter((id) => !needless.includes(id))).toEqual([]);
  },
);

type Ask = Parameters<SimulatedSoftware['answer']>[0];

/** The till, whose answers are those of a function: it gets a request, what the till does, and the time. */
const tillAnswering = (
  answer: (request: Ask, usual: () => Promise<TillAnswer>, nowMs: number) => Promise<TillAnswer>,
): SimulatedPartner => ({
  ...simulatedTill,
  open(access, surroundings, environment) {
    const software = simulatedTill.open(access, surroundings, environment);
    return {
      answer: (request) => answer(request, () => software.answer(request), surroundings.now()),
      stop: () => software.stop(),
    };
  },
});

/** The till, with another hook, that of payments by default: it gets the number of the call, from 1, and what the till does. */
const tillWith = (
  hook: (number: number, usual: () => Promise<TillAnswer>) => Promise<TillAnswer>,
  path = '/pay-order',
): SimulatedPartner => {
  let number = 0;
  return tillAnswering((request, usual) => {
    if (!request.path.endsWith(path)) return usual();
    number += 1;
    return hook(number, usual);
  });
};

const never = new Promise<never>(() => {});

test('a hook that never answers ends the session at its third call, and is named', async () => {
  const { endedBy, records } = await simulateSession({ seed: 1, sample: tillWith(() => never) });
  expect(endedBy).toContain('pay-order was asked for 3 times, failed each time after 30 s or more');
  expect(records.flatMap(({ actions }) => actions).filter(({ action }) => action === 'pay-order')).toHaveLength(3);
});

test('a state that never comes is asked for three times, and leaves a gap', async () => {
  const sample = tillWith(() => never, '/state');
  const session = await simulateSession({ seed: 1, sample, only: ['notified', 'repeated', 'marked-used', 'redeem'] });
  expect(session.endedBy).toBeUndefined();
  const { reasons } = issueCertificate(session, sample.config, { selo: '0.1.0', keepsCustomers: true });
  expect(reasons).toContainEqual(expect.stringMatching(/^state was asked for 3 times and never done: /));
});

test('a hook that answered once does not end the session when it is silent later', async () => {
  const sample = tillWith((number, usual) => (number > 1 && number < 6 ? never : usual()));
  expect((await simulateSession({ seed: 1, sample })).endedBy).toBeUndefined();
});

test('a hook that fails each time without a wait does not end the session, and leaves a gap', async () => {
  const sample = tillWith(() => Promise.resolve({ status: 500, body: { message: 'no payments today' } }));
  const session = await simulateSession({ seed: 1, sample });
  expect(session.endedBy).toBeUndefined();
  const { reasons } = issueCertificate(session, sample.config, { selo: '0.1.0', keepsCustomers: true });
  expect(reasons).toContainEqual(
    expect.stringMatching(/^pay-order was asked for \d+ times and never done: 500: no payments today$/),
  );
});

test('software that needs half a minute to start again goes on with the session', async () => {
  const startsInMs = 30_000;
  let thereFromMs = 0;
  const sample = tillAnswering(async ({ path }, usual, nowMs) => {
    if (nowMs < thereFromMs) return 'hang-up';
    if (path.endsWith('/restart')) thereFromMs = nowMs + startsInMs;
    return await usual();
  });
  const only = allScenarios.map(({ name }) => name).filter((name) => name.includes('restart'));
  expect(await brokenIn({ seed: 1, sample, only })).toEqual([]);
});

test('a hook that only a restart can end is not awaited until its timeout', async () => {
  const only = ['look-ups-answered-500-restarted'];
  const { records } = await simulateSession({ seed: 1, sample: simulatedTill, only });
  const failed = records.flatMap(({ actions }) => actions).filter(({ outcome }) => outcome === 'failed');
  expect(new Set(failed.map(({ action }) => action))).toEqual(new Set(['redeem']));
  for (const { fromMs, toMs } of failed) expect(toMs - fromMs).toBeLessThan(1_000);
});

test('a faulty partner gives one record for one seed', async () => {
  const faulty = { seed: 3, only: ['order'], environment: { SHOP_FAULT: 'canceled with two Ls' } };
  const [first, again] = [await recorded(faulty), await recorded(faulty)];
  expect(again.recording).toBe(first.recording);
});

test('another seed gives another record', async () => {
  const only = ['notified'];
  const [first, other] = [await recorded({ seed: 8, only }), await recorded({ seed: 9, only })];
  expect(other.recording).not.toBe(first.recording);
});

test('a correct partner passes every scenario and obligation', () => {
  const { ended, scenarios, records } = whole.session;
  expect(ended).toBe('complete');
  const missing = scenarios.filter(({ outcome }) => outcome !== 'played');
  expect(missing.filter(({ name }) => !name.startsWith('companies-'))).toEqual([]);
  const refused = records.flatMap(({ actions }) => actions).filter(({ outcome }) => outcome !== 'done');
  expect(new Set(refused.map(({ outcome }) => outcome))).toEqual(new Set(['cannot']));
  expect(refusalsIn(refused)).toEqual(rightRefusals);
  const verdicts = judgePartner(...records);
  expect(verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn')).toEqual([]);
  expect(verdicts.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(90);
});

/** Loses the notifications with these numbers, as on a busy machine. */
const losing = (wanted: (number: number) => boolean) => {
  let number = 0;
  return ({ url }: { url: string }): boolean => {
    if (!url.endsWith('/webhook')) return false;
    number += 1;
    return wanted(number);
  };
};

const verdictsIn = async (options: SimulatedSessionOptions) => {
  const { records } = await simulateSession(options);
  const scenarios = records.flatMap(({ plays = [] }) => plays.map(({ scenario }) => scenario));
  return { scenarios, verdicts: judgePartner(...records).filter(({ broken }) => broken > 0) };
};

test('a timeout that does not recur is not a fault of the partner', async () => {
  const { scenarios, verdicts } = await verdictsIn({
    seed: 1,
    only: ['notified', 'order'],
    isTooBusy: losing((number) => number === 1),
  });
  expect(scenarios).toEqual(['registered', 'notified', 'order', 'notified', 'notified']);
  expect(verdicts.length).toBeGreaterThan(0);
  for (const verdict of verdicts) {
    expect([standingOf(verdict), verdict.stability]).toEqual([
      'not-confirmed',
      { kind: 'intermittent', failed: 1, of: 3 },
    ]);
  }
});

test('a fault breaks its obligation; in each play, it is stable and counts', async () => {
  const { scenarios, verdicts } = await verdictsIn({
    seed: 1,
    only: ['order'],
    environment: { SHOP_FAULT: 'canceled with two Ls' },
  });
  expect(scenarios).toEqual(['order', 'order', 'order']);
  expect(verdicts).toMatchObject([{ id: 'PART-8', outcome: 'fail', stability: { kind: 'stable', failed: 3, of: 3 } }]);
});

test('a fault in two of three plays counts', async () => {
  // in the first play, the lost notification was sent again, and the redemption was notified
  const { verdicts } = await verdictsIn({
    seed: 1,
    only: ['notified'],
    isTooBusy: losing((number) => number === 1 || number === 4),
  });
  expect(verdicts.length).toBeGreaterThan(0);
  for (const { outcome, stability } of verdicts) {
    expect(['fail', 'warn']).toContain(outcome);
    expect(stability).toEqual({ kind: 'intermittent', failed: 2, of: 3 });
  }
});

test('notifications that a partner never acknowledges are recorded before the session ends', async () => {
  const { records } = await simulateSession({ seed: 2, environment: { SHOP_FAULT: 'answers too late' } });
  const notified = new Set(records.flatMap(({ attempts }) => attempts.map(({ code }) => code)));
  const codes = records.flatMap(({ coupons }) => coupons.map(({ code }) => code));
  expect(codes.length).toBeGreaterThan(10);
  expect(codes.filter((code) => !notified.has(code))).toEqual([]);
});

test.for(recordScenarios.filter(({ needs }) => needs.includes('lists')))(
  'the scenario $name has its trouble also when it is the only one',
  async ({ name }) => {
    const troublesOf = ({ faults }: PartnerRecord): string[] => [
      ...new Set(faults.filter((fault) => fault.scenario === name && fault.call !== null).map(({ kind }) => kind)),
    ];
    const alone = await simulateSession({ seed: 1, only: [name] });
    expect(alone.records.flatMap(troublesOf)).toEqual(whole.session.records.slice(0, 1).flatMap(troublesOf));
  },
);
