import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import { endingOf } from '../../../core/verdict.ts';
import type { Exchange } from '../../../fixtures/exchange.ts';
import { systemRuntime } from '../../../fixtures/runtime.ts';
import { testProfile } from '../../../fixtures/test-profile.ts';
import type { CheckContext } from '../../check-context.ts';
import { tryOnce } from '../../judge/try-once.ts';
import type { CheckEnvironment } from '../environment.ts';
import { makeTry } from '../make-context.ts';
import { playback } from './playback.ts';

const target = testProfile('http://target.invalid', { writes: true });

/** A target that answers each call with how many came before it, all that wait at once in the same turn. */
const countingTarget = (): CheckEnvironment => {
  let number = 0;
  let readings = 0;
  return {
    handle: {
      runId: 'run1',
      seed: 1,
      depth: 'full',
      ...target,
      mailboxes: {},
      unregistered: {},
      folder: '',
    },
    client: {
      async send({ by, company, method, path, headers, body }, record) {
        await nextTurn();
        const exchange: Exchange = {
          number: ++number,
          by,
          company,
          sentAt: '',
          durationMs: 1,
          assertions: [],
          request: { method, path, headers, ...omitUndefined({ body }) },
          status: 200,
          headers: {},
          text: String(number),
          body: number,
        };
        record(exchange);
        return exchange;
      },
    },
    keepsEvidence: true,
    time: {
      ...systemRuntime,
      now: () => 1000 + 7 * ++readings,
      wait: async () => {},
      pause: async () => {},
    },
    receiver: () => undefined,
    lock: () => ({ load: () => 0, share: async () => () => {}, takeAlone: async () => () => {} }),
    journal() {},
    deliveries: [],
    changeSeen() {},
    ended() {},
    nextDisposableUser: () => 3,
  };
};

type Act = (context: CheckContext, said: unknown[]) => Promise<void>;

/** What an act said at the target, and what it says when it gets the same inputs again. */
const twice = async (act: Act, again: Act = act) => {
  const one = makeTry(countingTarget(), 'TEST-1', 0);
  const said: unknown[] = [];
  await act(one.context, said);
  const { recording, exchanges, deliveries } = one;
  const played = playback({
    handle: countingTarget().handle,
    recording,
    exchanges,
    deliveries,
    redact: (text) => text,
  });
  const saidAgain: unknown[] = [];
  const other = makeTry(played.environment, 'TEST-1', 0);
  const ended = await played
    .play(() => again(other.context, saidAgain))
    .then(
      () => 'held',
      (error: Error) => error.message,
    );
  return { said, saidAgain, ended, missing: played.missing(), unasked: played.unasked() };
};

test('a check gets the same answers, times and waits, and draws the same values', async () => {
  const { said, saidAgain, missing, unasked } = await twice(async ({ get, post, clock, unique }, reported) => {
    reported.push((await get('/one')).body, clock.now());
    await clock.wait(5);
    reported.push((await post('/two', { body: { name: unique.name('x') } })).body, clock.now());
  });
  expect([saidAgain, missing, unasked]).toEqual([said, [], []]);
  expect(said).toEqual([1, 1007, 2, 1014]);
});

test('what came in the same turn is let in one by one, so that each draws what it drew', async () => {
  const { said, saidAgain, missing } = await twice(async ({ get, unique }, reported) => {
    const longer = async () => {
      await get('/longer');
      await Promise.resolve().then(() => {});
      reported.push(['longer', unique.integer(1, 1e9)]);
    };
    const shorter = async () => {
      await get('/shorter');
      reported.push(['shorter', unique.integer(1, 1e9)]);
    };
    await Promise.all([longer(), shorter()]);
  });
  expect([saidAgain, missing]).toEqual([said, []]);
  expect(said.map((each) => Array.isArray(each) && each[0])).toEqual(['longer', 'shorter']);
});

test('the end of a wait that nobody awaits any more is not missed', async () => {
  const { missing, unasked, ended } = await twice(async ({ get, clock }) => {
    await clock.until(
      () => get('/one'),
      () => true,
      30,
    );
    await get('/two');
  });
  expect([missing, unasked, ended]).toEqual([[], [], 'held']);
});

test('a branch that goes on after the check has failed says nothing', async () => {
  const session = countingTarget();
  const goneOn = Promise.withResolvers<void>();
  const rule = {
    ...({ id: 'TEST-1', level: 'must' } as const),
    async check({ get, unverified }: CheckContext) {
      const failing = async () => {
        await get('/one');
        unverified('not-reached', 'the other branch goes on');
      };
      const goingOn = async () => {
        await get('/two');
        await get('/three');
        goneOn.resolve();
      };
      await Promise.all([failing(), goingOn()]);
    },
  };
  const tried = await tryOnce(session, rule, 0);
  const { recording, exchanges, deliveries } = tried;
  await goneOn.promise;
  if (!recording) throw new Error('the try was recorded');
  const played = playback({ handle: session.handle, recording, exchanges, deliveries, redact: (text) => text });
  const again = await played.play(() => tryOnce(played.environment, rule, 0));
  expect([endingOf(again), played.missing(), played.unasked()]).toEqual([endingOf(tried), [], []]);
  expect(exchanges).toHaveLength(3);
});

test('what was not recorded is reported, and ends the check', async () => {
  const { missing, ended } = await twice(
    async ({ get }) => {
      await get('/one');
    },
    async ({ get }) => {
      await get('/one');
      await get('/two');
    },
  );
  expect(missing).toEqual(['asked for and not recorded: GET /two']);
  expect(ended).toContain('the check asks for GET /two, which the record does not hold');
});

test('what was recorded and is not asked for is reported', async () => {
  const { unasked, missing } = await twice(
    async ({ get }) => {
      await get('/one');
      await get('/two');
    },
    async ({ get }) => {
      await get('/one');
    },
  );
  expect([unasked, missing]).toEqual([['recorded and not asked for: exchange 2'], []]);
});
