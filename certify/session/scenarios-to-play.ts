import type { PartnerCapability } from '../../core/partner-record.ts';
import { allScenarios, registered } from '../scenarios/all-scenarios.ts';
import type { Scenario } from '../scenarios/scenario.ts';

interface Choice {
  /** What the partner is declared to do. */
  capabilities: readonly PartnerCapability[];
  /** Names of scenarios; all when left out. */
  only: readonly string[] | undefined;
  /** Names of those that earlier parts of the session played. */
  played: ReadonlySet<string>;
}

export const isDeclaredFor = (capabilities: readonly PartnerCapability[], { needs, needsOneOf }: Scenario): boolean =>
  needs.every((need) => capabilities.includes(need)) &&
  (needsOneOf === undefined || needsOneOf.some((need) => capabilities.includes(need)));

/** The scenarios that are due, in their order: without a registration nothing is notified, so it goes before. */
export const scenariosToPlay = ({ capabilities, only, played }: Choice): Scenario[] => {
  const due = allScenarios.filter(
    (scenario) =>
      isDeclaredFor(capabilities, scenario) &&
      (only === undefined || only.includes(scenario.name)) &&
      !played.has(scenario.name),
  );
  const needsNotifications = due.some(({ needs }) => needs.includes('webhooks'));
  return needsNotifications && !due.includes(registered) ? [registered, ...due] : due;
};
