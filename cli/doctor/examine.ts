import { counted } from '../../core/counted.ts';
import { type Finding, ok, problem, warning } from '../../fixtures/finding.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { examineClock, examineCompanies, examineEdge, examineTokens } from './credentials.ts';
import { examineData } from './data.ts';
import { examineEssentials } from './essentials.ts';
import { missingKeys, type NeedyRule } from './missing-keys.ts';
import { examineProxy } from './proxy.ts';
import { examineWebhooks } from './webhooks.ts';

const examineBounds = (profile: Profile): Finding[] => [
  ...(profile.production
    ? [problem('production', 'the profile marks the target as production', 'judge a test environment instead')]
    : []),
  ...(profile.writes ? [ok('writes', 'the run may create, change and delete records of its own')] : []),
];

/** What the profile does not offer, by the key that would change it, the keys that hold back most rules first. */
const examineCoverage = (profile: Profile, rules: readonly NeedyRule[]): Finding[] =>
  missingKeys(profile, rules).map(({ advice, held, alone }) => ({
    ...warning(
      'profile',
      `${counted(held, 'rule')} cannot be judged without it; for ${alone} nothing else is missing`,
      advice,
    ),
    rules: held,
  }));

/**
 * Looks at everything that a run stands on, before any rule: the profile, the way to the target, credentials, clocks,
 * webhooks, data, and then which keys of the profile would let more of the rules be judged. Where the target does not
 * answer, that alone is reported.
 */
export const examine = async (profile: Profile, rules: readonly NeedyRule[]): Promise<Finding[]> => {
  const findings = [...examineBounds(profile), ...examineProxy(profile)];
  const obstacle = await examineEssentials(profile);
  if (obstacle)
    return [...findings, problem('target', `expected ${obstacle.expected}, got ${obstacle.came}`, obstacle.advice)];
  findings.push(ok('target', `${profile.baseUrl} answers`));
  for (const part of [examineEdge, examineTokens, examineCompanies, examineClock, examineWebhooks, examineData]) {
    findings.push(...(await part(profile)));
  }
  return [...findings, ...examineCoverage(profile, rules)];
};
