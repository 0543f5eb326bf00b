import { expect, test } from 'vitest';
import { reasonOf } from '../core/verdict.ts';
import { deliveriesDefects } from '../properties/deliveries/defects.ts';
import { changeOf } from '../suites/defect.ts';
import { giftbacksDefects } from '../suites/flows/giftbacks-defects.ts';
import { retriesDefects } from '../suites/webhook-delivery/retries-defects.ts';
import { judgeSimulated } from './judge-simulated.ts';
import type { SimulationOptions } from './simulated-run.ts';

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

interface Conditions extends Required<Pick<SimulationOptions, 'stalls'>> {
  scale: number;
  slackMs: number;
}

/** A machine that is busy with other programs all the time, and stalls for less than the tolerance. */
const busy: Conditions = { scale: 0.02, slackMs: 150, stalls: { everyMs: 150, maxMs: 140 } };

/** A real target, one whose time is scaled down, and one on the scale of the embedded platform. */
const conditions: readonly Conditions[] = [
  { scale: 1, slackMs: 500, stalls: { everyMs: 15_000, maxMs: 2_000 } },
  { scale: 0.1, slackMs: 100, stalls: { everyMs: 3_000, maxMs: 2_000 } },
  { scale: 0.0018, slackMs: 400, stalls: { everyMs: 1_000, maxMs: 2_000 } },
  busy,
];

const optionsOf = (
  { scale, slackMs }: Conditions,
  seed: number,
  platform: SimulationOptions['platform'] = {},
): SimulationOptions => ({
  seed,
  depth: 'full',
  platform: { ...platform, policy: { ...platform.policy, timeScale: scale } },
  profile: (profile) => ({ ...profile, tolerances: { ...profile.tolerances, slackMs } }),
});

/** The rules about deliveries. */
const isAboutDeliveries = ({ id }: { id: string }): boolean => /^(?:DLV|HOOK|LAW-6|FLOW-\d$)/.test(id);

/** One defect each. */
const timed = [
  ...[12, 16, 18, 20, 21, 22, 23, 24].map((number) => `DLV-${number}`),
  ...[61, 62, 63, 64, 65].map((number) => `LAW-${number}`),
];
const seeded = [...retriesDefects, ...deliveriesDefects];
const defects = timed.flatMap((id) => seeded.find(({ rule }) => rule === id) ?? []);

/** Without the last scales, on which usual stalls are as long as the waits. */
const onEachScale = conditions.slice(0, 2).flatMap((each) => defects.map((defect) => ({ ...each, ...defect })));

/** Tests that stalls of the machine neither fail a sound platform nor hide a defect, with a number of seeds for each. */
export const testStalls = ({ sound, broken }: { sound: number; broken: number }): void => {
  /** One test for each seed, so that no test takes long. */
  const onEveryScale = conditions.flatMap((each) => upTo(sound).map((seed) => ({ ...each, seed })));

  test.for(onEveryScale)(
    'stalls cause no wrong verdict on a correct platform: scale $scale, seed $seed',
    async (each) => {
      const options = { ...optionsOf(each, each.seed), stalls: each.stalls };
      let passed = 0;
      for (const verdict of await judgeSimulated(options, isAboutDeliveries)) {
        if (verdict.outcome === 'pass') passed++;
        else
          expect(`${verdict.rule} ${verdict.outcome}: ${reasonOf(verdict)}`).toMatch(
            / unverified: .*this machine stalled for \d+ ms/,
          );
      }
      // more than half of the tries end between two stalls
      expect(passed).toBeGreaterThan(40);
    },
  );

  test.for(giftbacksDefects)('a busy machine does not hide that a platform $text: $rule', async (defect) => {
    const options = { ...optionsOf(busy, 1, changeOf(defect)), stalls: busy.stalls };
    const [verdict] = await judgeSimulated(options, ({ id }) => id === defect.rule);
    expect(verdict?.outcome).toMatch(/fail|warn/);
  });

  test('each of these rules has a defect', () => {
    expect(defects.map(({ rule }) => rule)).toEqual(timed);
  });

  test.for(onEachScale)('stalls do not hide that a platform $text: $rule at scale $scale', async (each) => {
    const isNamed = ({ id }: { id: string }): boolean => id === each.rule;
    for (const seed of upTo(broken)) {
      const options = optionsOf(each, seed, changeOf(each));
      const [calm] = await judgeSimulated(options, isNamed);
      const [stalled] = await judgeSimulated({ ...options, stalls: each.stalls }, isNamed);
      expect([seed, calm?.outcome]).toEqual([seed, expect.stringMatching(/fail|warn/)]);
      expect([seed, [calm?.outcome, 'unverified']]).toEqual([seed, expect.arrayContaining([stalled?.outcome])]);
    }
  });
};
