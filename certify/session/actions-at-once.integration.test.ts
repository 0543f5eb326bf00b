import { expect, test } from 'vitest';
import { registered } from '../scenarios/all-scenarios.ts';
import type { Play } from '../scenarios/scenario.ts';
import type { Stage } from '../stage/open-stage.ts';
import { openTestStage } from '../stage/test-stage.ts';
import type { Trigger } from '../triggers/trigger.ts';
import { createActing } from './acting.ts';
import { createPlayOf } from './create-play.ts';

/** A play with a partner that acts so. */
const playOn = (stage: Stage, trigger: Pick<Trigger, 'act' | 'takesSeveral'>): Play => {
  const whole: Trigger = { ...trigger, idle: () => Promise.resolve({ outcome: 'done' }) };
  const note = (): void => {};
  const acting = createActing({ stage, trigger: whole, earlierActions: 0, note, hindrance: () => undefined });
  const play = createPlayOf({ stage, acting, trigger: whole, capabilities: [], timeScale: 60, seed: '1', note });
  return play(registered);
};

const twice = (play: Play) => play.actAtOnce(['create-order', {}], ['create-order', {}]);

test('a partner that takes several actions gets the second one before it has answered the first', async () => {
  await using stage = await openTestStage();
  const both = Promise.withResolvers<void>();
  let asked = 0;
  const play = playOn(stage, {
    takesSeveral: true,
    async act() {
      asked += 1;
      if (asked === 2) both.resolve();
      await both.promise;
      return { outcome: 'done' };
    },
  });
  expect(await twice(play)).toHaveLength(2);
});

test('any other partner gets the second action once it has answered the first', async () => {
  await using stage = await openTestStage();
  let underWay = 0;
  const play = playOn(stage, {
    async act() {
      underWay += 1;
      expect(underWay).toBe(1);
      await stage.surroundings.runtime.turn();
      underWay -= 1;
      return { outcome: 'done' };
    },
  });
  expect(await twice(play)).toHaveLength(2);
});

test('a response that is held back is given when it is released, and may be a failure', async () => {
  await using stage = await openTestStage();
  const play = playOn(stage, { act: () => Promise.resolve({ outcome: 'done' }) });
  const held = play.hold(({ path }) => path === '/coupons-config', 'answered 500');
  const answer = fetch(`${stage.access.baseUrl}/coupons-config`);
  await held.untilCome();
  expect(stage.transcript.calls).toEqual([]);
  held.release();
  expect((await answer).status).toBe(500);
  expect(stage.transcript.calls).toMatchObject([{ fault: 1, answer: { status: 500 } }]);
});
