import type { Profile } from '../fixtures/profile/profile.ts';
import { allCapabilities, missingCapabilities } from '../suites/capability.ts';
import { examineClock, examineCompanies, examineEdge, examineTokens } from './credentials.ts';
import { examineData } from './data.ts';
import { examineEssentials } from './essentials.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import { examineProxy } from './proxy.ts';
import { examineWebhooks } from './webhooks.ts';

const examineProfile = (profile: Profile): Finding[] => {
  const findings: Finding[] = profile.production
    ? [problem('production', 'the profile marks the target as production', 'judge a test environment instead')]
    : [];
  findings.push(
    profile.writes
      ? ok('writes', 'the run may create, change and delete records of its own')
      : warning('writes', 'the profile allows none', 'declare writes: true, or only rules that read are judged'),
  );
  for (const { capability, advice } of missingCapabilities(profile, allCapabilities)) {
    findings.push(warning('profile', `offers no "${capability}"`, advice));
  }
  return findings;
};

/** Looks at everything that a run stands on, before any rule: the profile, the way to the target, credentials, clocks, webhooks, data. */
export const examine = async (profile: Profile): Promise<Finding[]> => {
  const findings = [...examineProfile(profile), ...examineProxy(profile)];
  const obstacle = await examineEssentials(profile);
  if (obstacle)
    return [...findings, problem('target', `expected ${obstacle.expected}, got ${obstacle.came}`, obstacle.advice)];
  findings.push(ok('target', `${profile.baseUrl} answers`));
  for (const part of [examineEdge, examineTokens, examineCompanies, examineClock, examineWebhooks, examineData]) {
    findings.push(...(await part(profile)));
  }
  return findings;
};
