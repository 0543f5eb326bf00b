import { type ProxyServer, proxyFor } from '../../fixtures/client/proxy-from-environment.ts';
import { ProxyTrouble } from '../../fixtures/client/proxy-trouble.ts';
import { type Finding, ok, warning } from '../../fixtures/finding.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';

const findingOf = ({ origin, variable }: ProxyServer, { host, protocol }: URL): Finding => {
  const message = `requests to ${host} go through ${origin}, which ${variable} names`;
  if (protocol === 'https:') return ok('proxy', message);
  return warning(
    'proxy',
    `${message}; it reads them, and may change or give answers itself`,
    `name the host in NO_PROXY if it can be reached directly, or judge it over https, which a proxy only passes on`,
  );
};

/** Whether a proxy of the environment stands between this machine and the target. */
export const examineProxy = ({ baseUrl }: Profile): Finding[] => {
  try {
    const proxy = proxyFor(baseUrl);
    return proxy ? [findingOf(proxy, new URL(baseUrl))] : [];
  } catch (error) {
    // said about the target, which cannot be asked
    if (error instanceof ProxyTrouble) return [];
    throw error;
  }
};
