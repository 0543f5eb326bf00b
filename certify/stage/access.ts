import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { loopbackUrl } from '../loopback-url.ts';
import type { GivenName } from '../partner-config.ts';

/** The address and the credentials for the partner. */
export interface Access {
  baseUrl: string;
  accessHeader: string;
  /** The bearer of every call for the first company. */
  token: Secret;
  /** That for the second company, if the partner serves one. */
  secondToken?: Secret;
  /** The value of the second header. */
  accessKey: Secret;
}

/** The same as variables for the partner's programs. */
export const platformEnvironment = ({
  baseUrl,
  token,
  secondToken,
  accessHeader,
  accessKey,
}: Access): Partial<Record<GivenName, string>> => ({
  PLATFORM_URL: loopbackUrl(baseUrl) ?? baseUrl,
  PLATFORM_TOKEN: token.value,
  PLATFORM_ACCESS_HEADER: accessHeader,
  PLATFORM_ACCESS_KEY: accessKey.value,
  ...omitUndefined({ PLATFORM_SECOND_TOKEN: secondToken?.value }),
});
