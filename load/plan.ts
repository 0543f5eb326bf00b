import type { BodyTemplates } from '../fixtures/bodies.ts';
import type { JourneyName } from './journeys.ts';
import type { ScenarioPlan } from './shapes.ts';

/** What a generator leaves in its folder: a line for each journey. */
export const journeysFile = 'journeys.jsonl';
/** And what k6 counted, when it has ended. */
export const summaryFile = 'k6-summary.json';
/** The plan that it followed. */
export const planFile = 'plan.json';
/** k6's own page. */
export const dashboardFile = 'k6-dashboard.html';

/** Notifications that an order is due by its arrival at a status: the active flows with that trigger. */
export interface FlowCounts {
  completed: number;
  onHold: number;
}

export interface CompanyPlan {
  name: string;
  /** Environment variable with the company's token. */
  tokenEnv: string;
  /** None where nobody receives the company's notifications. */
  flows: FlowCounts;
}

/** All that a load script receives. It is a file; secrets are named by their variables and come by the environment. */
export interface LoadPlan {
  runId: string;
  seed: number;
  baseUrl: string;
  accessHeader: { name: string; env: string };
  companies: readonly CompanyPlan[];
  scenarios: readonly ScenarioPlan[];
  /** Shares of the journeys, by name; those left out have none. */
  weights: Partial<Record<JourneyName, number>>;
  /** Digest of the script whose journey is made in place of these. */
  own?: string;
  /** Whether arrivals are spread at random instead of evenly. */
  jitter: boolean;
  /** Virtual users: journeys that can be under way at once. */
  users: number;
  timeoutSeconds: number;
  /** Mean pause between the requests of a journey. */
  thinkSeconds: number;
  /** One answer in this many is judged by the passive rules, one order in this many is read back; 0 for none. */
  sampleEvery: number;
  templates: BodyTemplates;
  phonePattern: string;
  ordersList: string | undefined;
  /** Where k6 writes its metrics. */
  summaryFile: string;
}

/** What the script that sends the ledger's counts reads. */
export interface CountsToSend {
  runId: string;
  /** By class. */
  counts: Record<string, number>;
}
