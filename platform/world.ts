import type { Choices } from './choices.ts';
import { startClock } from './clock.ts';
import type { Company } from './company.ts';
import type { Instant } from './dates/instant.ts';
import type { RunLog } from './flows/run-log.ts';
import { createRunLog } from './flows/run-log.ts';
import { newUuid } from './ids.ts';
import { type Later, startLater } from './later.ts';
import type { Policy } from './policy/policy.ts';
import { createTables, type Tables } from './tables/tables.ts';
import { type DeliveryQueue, startDeliveryQueue } from './webhooks/queue.ts';

/** Everything that one platform knows and decides by. */
export interface World {
  policy: Policy;
  choices: Choices;
  accessKey: string;
  panelToken: string;
  now(): Instant;
  newId(): string;
  tables: Tables;
  companiesById: Map<string, Company>;
  companiesByToken: Map<string, Company>;
  deliveries: DeliveryQueue;
  later: Later;
  flowRuns: RunLog;
  /** Ids of deleted records by table and identity, kept when deletion is logical. */
  deletedIds: Map<string, string>;
}

export interface WorldSettings {
  policy: Policy;
  choices: Choices;
  accessKey: string;
  panelToken: string;
}

export function createWorld({ policy, choices, accessKey, panelToken }: WorldSettings): World {
  const companiesById = new Map<string, Company>();
  return {
    policy,
    choices,
    accessKey,
    panelToken,
    now: startClock(choices.dates.fractionDigits),
    newId: () => newUuid(choices.ids.uuidVersion),
    tables: createTables(policy, choices),
    companiesById,
    companiesByToken: new Map(),
    deliveries: startDeliveryQueue(policy, choices, (companyId) => companiesById.get(companyId)),
    later: startLater(policy.timeScale),
    flowRuns: createRunLog(),
    deletedIds: new Map(),
  };
}
