import { omitUndefined } from '../../core/omit-undefined.ts';
import { registered } from '../scenarios/all-scenarios.ts';
import type { Play, Scenario } from '../scenarios/scenario.ts';
import type { Stage } from '../stage/open-stage.ts';
import type { Acting } from './acting.ts';
import { PartnerGone } from './partner-gone.ts';
import type { NoteEntry } from './session-log.ts';

interface PlayScenariosOptions {
  stage: Stage;
  acting: Acting;
  playOf: (scenario: Scenario, number?: number) => Play;
  /** Whether the partner used an earlier platform in this session. */
  isResumed: boolean;
  note: NoteEntry;
  onScenario: (scenario: Scenario, number: number, count: number) => void;
  onOutcome: (scenario: Scenario, outcome: 'played' | 'not possible') => void;
}

/** Plays scenarios. Throws `PartnerGone` when the session ends during one. */
export interface Player {
  /** Plays the scenarios one after another. */
  playAll(scenarios: readonly Scenario[]): Promise<void>;
  /** Plays a scenario again with new data. `number` is 2 or more. */
  playAgain(scenario: Scenario, number: number): Promise<void>;
}

export const createPlayer = ({
  stage,
  acting,
  playOf,
  isResumed,
  note,
  onScenario,
  onOutcome,
}: PlayScenariosOptions): Player => {
  const { transcript, disturbances } = stage;

  const isNotifiable = async (): Promise<boolean> => (await stage.isRegistered()) && !acting.isUnacknowledged();

  const playThrough = async (scenario: Scenario, number: number): Promise<void> => {
    const { name, isOnce } = scenario;
    const fromMs = transcript.now();
    note({ kind: 'scenario', name, state: 'begun', atMs: fromMs, ...omitUndefined({ isOnce }) });
    await scenario.play(playOf(scenario, number));
    disturbances.clear();
    if (scenario === registered && isResumed && !(await stage.isRegistered())) {
      throw new PartnerGone(
        'the partner did not register its webhook: a resumed session has a new platform, so the partner has to forget the registration that it had',
      );
    }
    // now each disturbance has the calls that it affected
    for (const fault of transcript.faults) if (fault.scenario === name) note({ kind: 'fault', fault });
    for (const coupon of stage.knownCoupons()) if (coupon.madeMs >= fromMs) note({ kind: 'coupon', coupon });
    note({ kind: 'scenario', name, state: 'played', atMs: transcript.now() });
    onOutcome(scenario, 'played');
  };

  const play = async (scenario: Scenario, number = 1): Promise<void> => {
    try {
      await playThrough(scenario, number);
    } catch (error) {
      if (error instanceof PartnerGone) error.message += ` (in the scenario "${scenario.title}")`;
      throw error;
    }
  };

  return {
    async playAll(scenarios) {
      for (const [index, scenario] of scenarios.entries()) {
        acting.mustGoOn();
        const needsNotifications = scenario.needs.includes('webhooks') && scenario !== registered;
        if (needsNotifications && !(await isNotifiable())) {
          note({ kind: 'scenario', name: scenario.name, state: 'not possible', atMs: transcript.now() });
          onOutcome(scenario, 'not possible');
          continue;
        }
        onScenario(scenario, index + 1, scenarios.length);
        await play(scenario);
      }
      // waits for unacknowledged notifications, so that the record has them although no scenario waits for them
      await acting.untilDelivered();
    },
    async playAgain(scenario, number) {
      acting.mustGoOn();
      // a resumed session has a new platform
      if (scenario.needs.includes('webhooks') && !(await stage.isRegistered())) await play(registered);
      await play(scenario, number);
      await acting.untilDelivered();
    },
  };
};
