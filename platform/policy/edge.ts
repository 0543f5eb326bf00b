/** Authentication. */
export interface EdgePolicy {
  /** Name of the second header, in lower case. */
  header: string;
  admits(given: string | undefined, accessKey: string): boolean;
  refusal: { status: number; contentType: string; page: string };
}

/** Authentication. */
export interface CredentialsPolicy {
  /** The access token in an `Authorization` header, undefined when there is none. */
  readToken(authorization: string | undefined): string | undefined;
}

/** Authentication › Edge validation: 403 with an HTML page. */
export const edgePolicy: EdgePolicy = {
  header: 'service-access',
  admits: (given, accessKey) => given === accessKey,
  refusal: {
    status: 403,
    contentType: 'text/html; charset=UTF-8',
    page: '<!DOCTYPE html><html lang="en"><head><title>Just a moment...</title></head><body></body></html>',
  },
};

/** Authentication › Scheme: the prefix is `Bearer` with a capital B. */
export const credentialsPolicy: CredentialsPolicy = {
  readToken: (authorization) => (authorization?.startsWith('Bearer ') ? authorization.slice(7) : undefined),
};
