import { omitUndefined } from '../../core/omit-undefined.ts';
import { loopbackUrl } from '../loopback-url.ts';
import type { GivenName } from '../partner-config.ts';
import type { Access } from './open-stage.ts';

/** The platform's address and credentials as variables for the partner's programs. */
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
