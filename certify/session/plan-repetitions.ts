import type { PartnerRecord } from '../../core/partner-record.ts';
import { breachesToConfirm } from '../obligations/judge.ts';
import { allScenarios } from '../scenarios/all-scenarios.ts';
import { burst } from '../scenarios/notifications.ts';
import type { Scenario } from '../scenarios/scenario.ts';

/** A scenario to play again, with the breaches to confirm. */
export interface Repetition {
  scenario: Scenario;
  /** The ids of the broken obligations. */
  obligations: string[];
}

/** `burst` leaves most behind, so it is the last choice. */
const choices = [...allScenarios.filter((scenario) => scenario !== burst), burst];

/** The fewest scenarios that show every breach without a second play. */
export const planRepetitions = (...records: readonly PartnerRecord[]): Repetition[] => {
  const chosen: Repetition[] = [];
  let open = breachesToConfirm(...records);
  while (open.length > 0) {
    const repetitions = choices.map((scenario): Repetition => {
      const shown = open.filter(({ scenarios }) => scenarios.includes(scenario.name));
      return { scenario, obligations: shown.map(({ id }) => id) };
    });
    const [most] = repetitions.toSorted((a, b) => b.obligations.length - a.obligations.length);
    if (most === undefined || most.obligations.length === 0) break;
    chosen.push(most);
    open = open.filter(({ id }) => !most.obligations.includes(id));
  }
  return chosen;
};
