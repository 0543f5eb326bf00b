import { createHash } from 'node:crypto';
import { cpus, totalmem, type } from 'node:os';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { LoadPlan } from '../plan.ts';
import type { LoadResult } from '../result.ts';

const shownDigits = 12;
const GiB = 1024 ** 3;

/** A digest of everything that must be alike for two runs to be compared. */
export const configurationOf = (plan: LoadPlan, { load, timeScale }: Profile): string => {
  const { scenarios, weights, jitter, sampleEvery, companies, templates } = plan;
  const { refuseEvery, objectives } = load;
  const flows = companies.map((company) => company.flows);
  return createHash('sha256')
    .update(
      JSON.stringify({ scenarios, weights, jitter, sampleEvery, flows, templates, refuseEvery, objectives, timeScale }),
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
