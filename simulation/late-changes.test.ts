import { describe, expect, test } from 'vitest';
import type { Verdict } from '../core/verdict.ts';
import type { CheckContext } from '../suites/check-context.ts';
import { expectAnswer, expectThat } from '../suites/judge/expect.ts';
import { judge } from '../suites/judge/judge.ts';
import { path } from '../suites/path.ts';
import type { Rule } from '../suites/rule.ts';
import type { Session } from '../suites/session/session.ts';
import { type SimulationOptions, simulate } from './simulated-run.ts';

interface Target {
  lagMs: number;
  /** Declared in the profile; not declared if absent. */
  settleSeconds?: number;
}

const optionsOf = ({ lagMs, settleSeconds }: Target): SimulationOptions => ({
  seed: 1,
  depth: 'quick',
  ...(lagMs > 0 ? { readLag: { lagMs } } : {}),
  profile({ tolerances: { dispatchSeconds, slackMs }, ...profile }) {
    const declared = settleSeconds === undefined ? {} : { settleSeconds };
    return { ...profile, tolerances: { dispatchSeconds, slackMs, ...declared } };
  },
});

const judgeOne = (
  session: Session,
  check: (context: CheckContext) => Promise<void>,
  id: Rule['id'] = 'TEST-1',
): Promise<Verdict> =>
  judge(session, 'test', {
    id,
    text: 'a test',
    source: 'a test',
    statements: ['S024'],
    level: 'must',
    check,
  });

const judged = (target: Target, check: (context: CheckContext) => Promise<void>): Promise<Verdict> =>
  simulate(optionsOf(target), (session) => judgeOne(session, check));

const readsBack = async ({ post, get, body, unique }: CheckContext): Promise<void> => {
  const externalId = unique.name('order');
  await post('/orders', { body: body.order({ externalId }) });
  expectAnswer(await get(path`/orders/external/${externalId}`), 200, { externalId });
};

/** A wrong assertion that holds if it reads too soon. */
const isGoneAtOnce = async ({ post, get, body, unique }: CheckContext): Promise<void> => {
  const externalId = unique.name('order');
  await post('/orders', { body: body.order({ externalId }) });
  expectThat(await get(path`/orders/external/${externalId}`), '/id', 'no order', (id) => id === undefined);
};

describe('a target that shows its changes late', () => {
  test('is not awaited again after the longest wait was in vain', async () => {
    const showsNothing = async ({ post, body, unverified }: CheckContext): Promise<void> => {
      for (let sent = 0; sent < 4; sent++) await post('/orders', { body: body.order() });
      unverified('not-observable', 'a list shows no marks');
    };
    const waited = await simulate(optionsOf({ lagMs: 0 }), async (session) => {
      const before = session.time.now();
      const first = await judgeOne(session, showsNothing);
      const between = session.time.now();
      const second = await judgeOne(session, showsNothing);
      return { first, second, times: [between - before, session.time.now() - between] as const };
    });
    expect(waited.second).toMatchObject({ outcome: 'unverified', cause: 'not-observable' });
    expect(waited.times[0]).toBeGreaterThan(15_000);
    expect(waited.times[1]).toBeLessThan(1000);
  });

  test('fails if the profile says that changes show at once', async () => {
    expect(await judged({ lagMs: 1000, settleSeconds: 0 }, readsBack)).toMatchObject({ outcome: 'fail' });
  });

  test('passes at the first try if the profile declares the settle time', async () => {
    const verdict = await judged({ lagMs: 1000, settleSeconds: 1 }, readsBack);
    expect(verdict).toMatchObject({ outcome: 'pass', requests: 2, settled: { withinMs: 1000, waitedMs: 2000 } });
    expect(verdict.settled).not.toHaveProperty('isNeeded');
  });

  test.for([
    [1000, 1250],
    [3000, 5000],
  ])(
    'passes without a declared settle time if changes take %d ms, which is then known',
    async ([lagMs = 0, withinMs = 0]) => {
      const [first, second, known] = await simulate(optionsOf({ lagMs }), async (session) => [
        await judgeOne(session, readsBack),
        await judgeOne(session, readsBack, 'TEST-2'),
        session.settleTimes.known(),
      ]);
      expect(first).toMatchObject({ outcome: 'pass', settled: { withinMs, isNeeded: true } });
      expect(second).toMatchObject({ outcome: 'pass', requests: 2, settled: { withinMs } });
      expect(known).toBe(withinMs);
    },
  );

  test('fails without a declared settle time if changes take longer than the longest wait', async () => {
    const verdict = await judged({ lagMs: 8000 }, readsBack);
    expect(verdict).toMatchObject({ outcome: 'fail', stability: { kind: 'stable' }, settled: { withinMs: 5000 } });
  });

  test('fails if a wrong assertion holds only before the change shows', async () => {
    expect(await judged({ lagMs: 1000, settleSeconds: 1 }, isGoneAtOnce)).toMatchObject({ outcome: 'fail' });
  });

  test('is tested again by rules that ran before the settle time was known', async () => {
    const isTooSoon = await simulate(optionsOf({ lagMs: 1000 }), async (session) => {
      const before = await judgeOne(session, isGoneAtOnce);
      expect(before.outcome).toBe('pass');
      await judgeOne(session, readsBack, 'TEST-2');
      const tooSoon = session.settleTimes.wasTooSoon('TEST-1');
      expect(await judgeOne(session, isGoneAtOnce)).toMatchObject({ outcome: 'fail' });
      return [tooSoon, session.settleTimes.wasTooSoon('TEST-1')];
    });
    expect(isTooSoon).toEqual([true, false]);
  });
});

describe('a target that shows its changes at once', () => {
  test('is read at once, and a wrong assertion fails', async () => {
    expect(await judged({ lagMs: 0 }, readsBack)).not.toHaveProperty('settled');
    const verdict = await judged({ lagMs: 0 }, isGoneAtOnce);
    expect(verdict).toMatchObject({ outcome: 'fail', stability: { kind: 'stable', failed: 4 } });
    expect(verdict.settled).toMatchObject({ withinMs: 5000 });
  });

  test('is not called late after a single wrong answer', async () => {
    let tries = 0;
    const wrongOnce = async (context: CheckContext): Promise<void> => {
      tries++;
      if (tries === 1) await isGoneAtOnce(context);
      else await readsBack(context);
    };
    const [verdict, known] = await simulate(optionsOf({ lagMs: 0 }), async (session) => [
      await judgeOne(session, wrongOnce),
      session.settleTimes.known(),
    ]);
    expect(verdict).toMatchObject({ outcome: 'fail', stability: { kind: 'intermittent', failed: 1, of: 4 } });
    expect(known).toBe(0);
  });

  test('receives concurrent calls together after the same wait', async () => {
    const race = async ({ post, get, body, unique, clock }: CheckContext): Promise<void> => {
      const externalId = unique.name('order');
      await post('/orders', { body: body.order({ externalId }) });
      const startedMs = clock.now();
      const answers = await Promise.all(['a', 'b'].map(() => get(path`/orders/external/${externalId}`)));
      for (const answer of answers) expectAnswer(answer, 200);
      expect(clock.now() - startedMs).toBeLessThan(1100);
      expect(new Set(answers.map(({ sentAt }) => sentAt)).size).toBe(1);
    };
    expect(await judged({ lagMs: 0, settleSeconds: 1 }, race)).toMatchObject({ outcome: 'pass' });
  });
});
