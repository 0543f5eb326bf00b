import { counted } from '../../core/counted.ts';
import { type ProxyServer, proxyFor } from '../../fixtures/client/proxy-from-environment.ts';
import { ProxyTrouble } from '../../fixtures/client/proxy-trouble.ts';
import { type Finding, ok, problem, warning } from '../../fixtures/finding.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { examineClock, examineCompanies, examineEdge, examineTokens } from './credentials.ts';
import { examineData } from './data.ts';
import { examineEssentials } from './essentials.ts';
import { missingKeys } from './missing-keys.ts';
import { examineWebhooks } from './webhooks.ts';

type Rules = Parameters<typeof missingKeys>[1];

const findingOf = ({ origin, variable }: ProxyServer, { host, protocol }: URL): Finding => {
  const message = `requests to ${host} go through ${origin}, which ${variable} names`;
  if (protocol === 'https:') return ok('proxy', message);
  return warning(
    'proxy',
    `${message}; it reads them, and may change or give answers itself`,
    'name the host in NO_PROXY if it can be reached directly, or test it over https, which a proxy cannot read',
  );
};

/** Reports a proxy of the environment between this machine and the target. */
export const examineProxy = ({ baseUrl }: Profile): Finding[] => {
  try {
    const proxy = proxyFor(baseUrl);
    return proxy ? [findingOf(proxy, new URL(baseUrl))] : [];
  } catch (error) {
    // reported about the target, which does not answer then
    if (error instanceof ProxyTrouble) return [];
    throw error;
  }
};

const examineBounds = (profile: Profile): Finding[] => [
  ...(profile.production
    ? [problem('production', 'the profile marks the target as production', 'judge a test environment instead')]
    : []),
  ...(profile.writes ? [ok('writes', 'the run may create, change and delete records of its own')] : []),
];

const examineCoverage = (profile: Profile, rules: Rules): Finding[] =>
  missingKeys(profile, rules).map(({ advice, blocked, blockedAlone }) => ({
    ...warning(
      'profile',
      `${counted(blocked, 'rule')} cannot be judged without it; for ${blockedAlone} nothing else is missing`,
      advice,
    ),
    rules: blocked,
  }));

/**
 * Checks everything that a run needs: the profile, the target, credentials, clocks, webhooks, data, and the missing
 * keys. If the target does not answer, only that is reported.
 */
export const examine = async (profile: Profile, rules: Rules): Promise<Finding[]> => {
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
