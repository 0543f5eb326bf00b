import { createHash } from 'node:crypto';
import { cpus, totalmem, type } from 'node:os';
import type { LoadResult } from '../../../core/load-result.ts';
import type { Profile } from '../../../fixtures/profile/profile.ts';
import { journeyNames } from '../../journeys.ts';
import type { LoadPlan } from '../../plan.ts';
import type { PlannedDrill } from '../send/drills.ts';

const shownDigits = 12;
const GiB = 1024 ** 3;

/** What is held in mid-run. */
interface Disturbance {
  drill: PlannedDrill | undefined;
  failingReceivers: readonly string[];
}

/** A digest of everything that must be alike for two runs to be compared. */
export const configurationOf = (plan: LoadPlan, { load, timeScale }: Profile, disturbance: Disturbance): string => {
  const { scenarios, jitter, sampleEvery, companies, templates, own } = plan;
  const { refuseEvery, objectives } = load;
  // a profile may name them in any order
  const weights = Object.fromEntries(journeyNames.map((name) => [name, plan.weights[name]]));
  const flows = companies.map((company) => company.flows);
  return createHash('sha256')
    .update(
      JSON.stringify({
        scenarios,
        weights,
        own,
        jitter,
        sampleEvery,
        flows,
        templates,
        refuseEvery,
        objectives,
        timeScale,
        ...disturbance,
      }),
    )
    .digest('hex')
    .slice(0, shownDigits);
};

/** What of this machine a figure depends on. */
export const machineOf = (): LoadResult['run']['machine'] => {
  const processors = cpus();
  return {
    platform: `${type()} ${process.arch}`,
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / GiB),
  };
};
