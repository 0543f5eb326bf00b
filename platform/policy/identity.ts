import type { Route } from '../routes.ts';

/** Resources and their fields › Common conventions › Identity of duplicates: equal keys within a company are one record. */
export interface IdentityPolicy {
  customer(sent: { phone: string; email: string }): string;
  product(sent: { name: string; provider: string | null }): string;
  /** For stores, orders and abandoned carts. With undefined, every POST creates a record. */
  byExternalId(externalId: string | null): string | undefined;
  /** What a repeated post of a known customer or product does to the stored record. */
  resend: {
    customer: 'unchanged' | 'updated';
    product: 'unchanged' | 'updated';
  };
}

export const identityPolicy: IdentityPolicy = {
  customer: ({ phone }) => phone,
  product: ({ name, provider }) => JSON.stringify([name, provider]),
  byExternalId: (externalId) => externalId ?? undefined,
  resend: { customer: 'unchanged', product: 'unchanged' },
};

/** What the service does: the credential identifies one company. */
export interface IsolationPolicy {
  mayReach(facts: { route: Route; recordCompanyId: string; callerCompanyId: string }): boolean;
}

export const isolationPolicy: IsolationPolicy = {
  mayReach: ({ recordCompanyId, callerCompanyId }) => recordCompanyId === callerCompanyId,
};
