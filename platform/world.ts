import type { Choices } from './choices.ts';
import { startClock } from './clock.ts';
import type { Company } from './company.ts';
import type { Instant } from './dates/instant.ts';
import { createRunLog, type RunLog } from './flows/run-log.ts';
import { newUuid } from './ids.ts';
import { type Later, startLater } from './later.ts';
import type { Policy } from './policy/policy.ts';
import type { Runtime } from './runtime.ts';
import { createTables, type Tables } from './tables/tables.ts';
import { type DeliveryQueue, startDeliveryQueue } from './webhooks/queue.ts';

/** The state of one platform, with its policy and choices. */
export interface World {
  policy: Policy;
  choices: Choices;
  accessKey: string;
  panelToken: string;
  runtime: Runtime;
  now(): Instant;
  newId(): string;
  tables: Tables;
  companiesById: Map<string, Company>;
  companiesByToken: Map<string, Company>;
  deliveries: DeliveryQueue;
  later: Later;
  flowRuns: RunLog;
  /** Ids of deleted records by kind and identity, when deletion is logical. */
  deletedIds: Map<string, string>;
}

type WorldSettings = Pick<World, 'policy' | 'choices' | 'accessKey' | 'panelToken' | 'runtime'>;

export function createWorld({ policy, choices, accessKey, panelToken, runtime }: WorldSettings): World {
  const companiesById = new Map<string, Company>();
  const later = startLater(policy.timeScale, runtime);
  return {
    policy,
    choices,
    accessKey,
    panelToken,
    runtime,
    now: startClock(choices.dates.fractionDigits, runtime.now),
    newId: () => newUuid(choices.ids.uuidVersion, runtime),
    tables: createTables(policy, choices, runtime.random),
    companiesById,
    companiesByToken: new Map(),
    deliveries: startDeliveryQueue(policy, choices, (companyId) => companiesById.get(companyId), runtime, later),
    later,
    flowRuns: createRunLog(),
    deletedIds: new Map(),
  };
}
