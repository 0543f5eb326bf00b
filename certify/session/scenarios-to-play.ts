import type { PartnerCapability } from '../../core/partner-record.ts';
import { allScenarios, registered } from '../scenarios/all-scenarios.ts';
import type { Scenario } from '../scenarios/scenario.ts';

interface Choice {
  /** The declared capabilities of the partner. */
  capabilities: readonly PartnerCapability[];
  /** The names of scenarios; all when undefined. */
  only: readonly string[] | undefined;
  /** The names of the scenarios that earlier parts played. */
  played: ReadonlySet<string>;
}

export const isDeclaredFor = (capabilities: readonly PartnerCapability[], { needs, needsOneOf }: Scenario): boolean =>
  needs.every((need) => capabilities.includes(need)) &&
  (needsOneOf === undefined || needsOneOf.some((need) => capabilities.includes(need)));

/** The scenarios to play, in their order. The registration comes first, because notifications need it. */
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
