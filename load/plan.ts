import type { BodyTemplates } from '../fixtures/bodies.ts';
import type { JourneyName } from './journey-weights.ts';
import type { ScenarioPlan } from './shapes.ts';

// the files in the folder of a generator
export const journeysFile = 'journeys.jsonl';
export const summaryFile = 'k6-summary.json';
export const planFile = 'plan.json';
export const dashboardFile = 'k6-dashboard.html';

/** Notifications that become due when an order gets a status: the active flows with that trigger. */
export interface FlowCounts {
  completed: number;
  onHold: number;
}

export interface CompanyPlan {
  name: string;
  /** The environment variable with the company's token. */
  tokenEnv: string;
  /** All 0 if the run does not follow notifications. */
  flows: FlowCounts;
}

/** What a load script receives, as a file. Secrets are named by the environment variables that hold them. */
export interface LoadPlan {
  runId: string;
  seed: number;
  baseUrl: string;
  accessHeader: { name: string; env: string };
  companies: readonly CompanyPlan[];
  scenarios: readonly ScenarioPlan[];
  /** Relative frequencies of the journeys; 0 if absent. */
  weights: Partial<Record<JourneyName, number>>;
  /** Digest of the script whose journey replaces these. */
  own?: string;
  /** Arrivals are random instead of even. */
  jitter: boolean;
  /** Virtual users, the limit of concurrent journeys. */
  users: number;
  timeoutSeconds: number;
  /** Mean pause between the requests of a journey. */
  thinkSeconds: number;
  /** The passive rules judge one response in this many, and one order in this many is read back; 0 for none. */
  sampleEvery: number;
  templates: BodyTemplates;
  phonePattern: string;
  ordersList: string | undefined;
  summaryFile: string;
}

/** What `scripts/counts.ts` receives. */
export interface CountsToSend {
  runId: string;
  counts: Record<string, number>;
}
