import type { LoadPlan } from '../plan.ts';

const file = __ENV.SELO_LOAD_PLAN;
if (file === undefined) throw new Error('SELO_LOAD_PLAN names no plan: start load scripts with "npx selo load"');

export const plan = JSON.parse(open(file)) as LoadPlan;

const secretIn = (variable: string): string => {
  const value = __ENV[variable];
  if (value === undefined || value === '')
    throw new Error(`the environment variable ${variable} is not set: set it to the credential`);
  return value;
};

const secrets = [plan.accessHeader.env, ...plan.companies.map(({ tokenEnv }) => tokenEnv)].map((variable) => ({
  variable,
  value: secretIn(variable),
}));

/** Replaces secrets, which a target may return and journals must not contain. */
export const withoutSecrets = (text: string): string =>
  secrets.reduce((clean, { variable, value }) => clean.split(value).join(`«${variable}»`), text);

/** Headers of a company's requests, and the same headers with the names of the credentials instead of their values. */
export interface Credentials {
  sent: Record<string, string>;
  shown: Record<string, string>;
}

/** The credentials of each company, by its index in the plan. */
export const credentials: readonly Credentials[] = plan.companies.map(({ tokenEnv }) => {
  const { name, env } = plan.accessHeader;
  const json = { 'content-type': 'application/json' };
  return {
    sent: { ...json, authorization: `Bearer ${secretIn(tokenEnv)}`, [name]: secretIn(env) },
    shown: { ...json, authorization: `Bearer «${tokenEnv}»`, [name]: `«${env}»` },
  };
});

/** Undefined if the profile has no client certificate. */
export const clientCertificate: { cert: string; key: string } | undefined =
  __ENV.SELO_TLS_CERT === undefined ? undefined : { cert: __ENV.SELO_TLS_CERT, key: secretIn('SELO_TLS_KEY') };
