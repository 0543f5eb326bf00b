import type { EmbeddedReady } from '../../../platform/embedded/embedded-process.ts';

/** The sender, in the names that load scripts know. */
export interface Credentials {
  SELO_ACCESS_HEADER: string;
  SELO_ACCESS_KEY: string;
  SELO_TOKEN_MAIN: string;
}

/** The credentials of the embedded platform's first company. */
export const credentialsOf = ({ profile: { accessHeader, companies } }: EmbeddedReady): Credentials => ({
  SELO_ACCESS_HEADER: accessHeader.name,
  SELO_ACCESS_KEY: accessHeader.value.value,
  SELO_TOKEN_MAIN: companies[0]?.token.value ?? '',
});
