import { expect, test } from 'vitest';
import { judgePartner } from '../obligations/judge.ts';
import { act, answering, send, uuid } from '../obligations/test-records/test-record.ts';
import { levelOf, unseenMusts } from './level.ts';
import { judged, reasonsOf, wholeRecord, wholeSession } from './test-judged.ts';

test('a partner that passes every obligation in every scenario is certified', () => {
  expect(levelOf(judged())).toEqual({ level: 'certified', reasons: [] });
});

test('a session with an empty record is incomplete, even if it reports that it was complete', () => {
  const record = { ...wholeRecord(), calls: [], attempts: [], actions: [], coupons: [], states: [], faults: [] };
  const { level, reasons } = levelOf(judged(record));
  expect(level).toBe('incomplete');
  expect(reasons).toEqual([
    expect.stringMatching(/^\d+ scenarios left nothing in the record: registered, .*without-order.*burst$/),
    expect.stringMatching(/^declared, and never done so that the platform accepted it: webhooks, orders, /),
  ]);
});

test('a scenario that left nothing, or nothing that was judged, is named', () => {
  const withoutOne = wholeRecord();
  withoutOne.actions = withoutOne.actions.filter(({ scenario }) => scenario !== 'repeat');
  expect(levelOf(judged(withoutOne))).toEqual({
    level: 'incomplete',
    reasons: ['1 scenario left nothing in the record: repeat'],
  });

  const cutOff = wholeRecord();
  const last = 1_000_000;
  cutOff.judgedUntilMs = last;
  for (const action of cutOff.actions) if (action.scenario === 'list') action.fromMs = last;
  expect(levelOf(judged(cutOff)).reasons).toEqual(['1 scenario left nothing in the record: list']);
});

test('scenarios in which only the platform acts leave coupons without an order', () => {
  const record = wholeRecord();
  record.coupons = record.coupons.filter(({ orderId }) => orderId !== null);
  expect(levelOf(judged(record)).reasons).toContain('2 scenarios left nothing in the record: without-order, burst');
});

test('a declared capability without an accepted request is named', () => {
  const record = wholeRecord();
  record.calls = record.calls.filter(({ path }) => path !== '/coupons-config');
  expect(levelOf(judged(record))).toEqual({
    level: 'incomplete',
    reasons: ['declared, and never done so that the platform accepted it: coupons-config'],
  });
  // a session that was cut short may not have come to it
  const [first, ...others] = wholeSession().scenarios;
  const cut = { ...wholeSession(), scenarios: [first && { ...first, outcome: 'not played' as const }, ...others] };
  const { reasons } = levelOf(judged(record, { ...cut, scenarios: cut.scenarios.flatMap((each) => each ?? []) }));
  expect(reasons.filter((reason) => reason.startsWith('declared'))).toEqual([]);
  act(record, { action: 'read-coupons-config', fromMs: 1, scenario: 'coupons-config' });
  expect(levelOf(judged(record))).toEqual({
    level: 'not certified',
    reasons: [expect.stringMatching(/^PART-96 does not hold/), expect.stringContaining('coupons-config')],
  });
});

test('a partner whose every order was refused is not certified for orders', () => {
  const record = wholeRecord();
  for (const call of record.calls) {
    if (call.path.startsWith('/orders')) call.answer = { status: 400, body: '{}' };
  }
  const { level, reasons } = levelOf(judged(record));
  expect([level, reasons]).toEqual([
    expect.stringMatching(/^(incomplete|not certified)$/),
    expect.arrayContaining([expect.stringMatching(/accepted it: orders, redemption$/)]),
  ]);
});

test('a session with some of the scenarios, and one that was only observed, are incomplete', () => {
  const [first, ...others] = wholeSession().scenarios;
  if (first === undefined) throw new Error('there are no scenarios');
  const part = { ...wholeSession(), scenarios: [{ ...first, outcome: 'not played' as const }, ...others] };
  expect(levelOf(judged(wholeRecord(), part))).toEqual({
    level: 'incomplete',
    reasons: ['1 scenario was not played: registered'],
  });
  const most = {
    ...part,
    scenarios: [first, ...others.map((other) => ({ ...other, outcome: 'not played' as const }))],
  };
  expect(levelOf(judged(wholeRecord(), most)).reasons).toEqual([
    `${others.length} scenarios were not played: all but registered`,
  ]);
  const none = { ...part, scenarios: most.scenarios.map((each) => ({ ...each, outcome: 'not played' as const })) };
  expect(levelOf(judged(wholeRecord(), none)).reasons[0]).toMatch(/ scenarios were not played: registered, /);
  const withoutReceiver = { ...part, scenarios: [{ ...first, outcome: 'not possible' as const }, ...others] };
  expect(levelOf(judged(wholeRecord(), withoutReceiver))).toEqual({
    level: 'incomplete',
    reasons: [
      '1 scenario could not be played, because no webhook was registered or the receiver had accepted no notification: registered',
    ],
  });
  const observed = { ...wholeSession(), kind: 'observed' as const, scenarios: [] };
  expect(levelOf(judged(wholeRecord(), observed)).level).toBe('incomplete');
});

test('a must that had no occasion is named, and the policy says how many there may be', () => {
  const unseen = (id: string) => {
    const { verdicts, ...rest } = judged();
    return {
      ...rest,
      verdicts: verdicts.map((verdict) =>
        verdict.id === id ? { ...verdict, outcome: 'unverified' as const, cause: 'no-occasion' as const } : verdict,
      ),
    };
  };
  const [must, should] = [unseen('PART-57'), unseen('PART-108')];
  expect([must, should].map((each) => unseenMusts(each).map(({ id }) => id))).toEqual([['PART-57'], []]);
  expect(levelOf(must).level).toBe('certified');
  expect(levelOf({ ...must, policy: { unseenMusts: 1 } }).level).toBe('certified');
  expect(levelOf({ ...must, policy: { unseenMusts: 0 } })).toEqual({
    level: 'incomplete',
    reasons: ['1 must had no occasion, and the policy allows 0: PART-57'],
  });
  expect(levelOf({ ...should, policy: { unseenMusts: 0 } }).level).toBe('certified');
});

test('a must that failed in only one play is never certified, and is named', () => {
  const record = wholeRecord();
  const verdicts = judgePartner(record);
  const doubting = (level: 'must' | 'should') => {
    const found = verdicts.find((each) => each.level === level && each.outcome === 'pass');
    const stability = { kind: 'intermittent', failed: 1, of: 3 } as const;
    const doubted = verdicts.map((verdict) =>
      verdict === found
        ? { ...verdict, broken: 1, outcome: 'unverified' as const, cause: 'not-confirmed' as const, stability }
        : verdict,
    );
    return levelOf({ ...judged(record), verdicts: doubted });
  };
  const named = [expect.stringMatching(/^PART-\d+ was broken in 1 of 3 plays: /)];
  expect(doubting('must')).toEqual({ level: 'incomplete', reasons: named });
  expect(doubting('should')).toEqual({ level: 'certified with remarks', reasons: named });
});

test('an action that always failed makes a certificate incomplete', () => {
  const record = wholeRecord();
  act(record, { action: 'never-done', fromMs: 90_000, scenario: 'order', outcome: 'failed', message: '500: boom' });
  expect(levelOf(judged(record))).toEqual({
    level: 'incomplete',
    reasons: ['never-done was asked for 1 time and never done: 500: boom'],
  });
});

test('a remark says whether the document recommends it, or why it is no must', () => {
  const { verdicts, ...rest } = judged();
  const warned = verdicts.map((verdict) =>
    ['PART-77', 'PART-178'].includes(verdict.id) ? { ...verdict, outcome: 'warn' as const } : verdict,
  );
  expect(levelOf({ ...rest, verdicts: warned })).toEqual({
    level: 'certified with remarks',
    reasons: [
      expect.stringMatching(/^PART-178, which is not a must, does not hold: .* \(an update with a code .*\)$/),
      'PART-77, which the document recommends, does not hold: The partner sends its own id of a coupon to the platform',
    ],
  });
});

test('writes that the platform refuses again and again are a gap, although they were sent', () => {
  const record = wholeRecord();
  const refusing = (atMs: number) =>
    send(
      record,
      atMs,
      `PUT /orders/${uuid(2)}`,
      { status: 'completed' },
      { answer: answering(400, { message: ['"total" is missing'] }) },
    );
  refusing(90_000);
  expect(reasonsOf(record)).toEqual([]);
  refusing(91_000);
  expect(reasonsOf(record)).toEqual([
    'PUT /orders/:id was refused 2 times with 400, and no scenario caused it: ["\\"total\\" is missing"]',
  ]);
  for (const call of record.calls) if (call.atMs >= 90_000) call.fault = 1;
  expect(reasonsOf(record)).toEqual([]);
});
