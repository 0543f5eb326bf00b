import type { Company } from '../company.ts';
import type { RoutedCall } from '../http/router.ts';
import type { StoredRecord } from '../tables/records.ts';
import type { World } from '../world.ts';

/** The caller's latest record, or else the latest of another company that the policy lets the caller reach. */
export function reach<R extends StoredRecord>(
  { policy }: World,
  routed: RoutedCall,
  candidates: readonly R[],
): R | undefined {
  const { route, company } = routed;
  return (
    candidates.findLast(({ companyId }) => companyId === company.id) ??
    candidates.findLast(({ companyId }) =>
      policy.isolation.mayReach({ route, recordCompanyId: companyId, callerCompanyId: company.id }),
    )
  );
}

/** The key of a deleted record's id, for when the record comes back. */
export function deletedKey(kind: string, identity: string): string {
  return `${kind} ${identity}`;
}

interface NewRecord {
  company: Company;
  externalId: string | null;
  /** Kind and identity of a record that may come back after its deletion. */
  revives?: { kind: string; identity: string | undefined };
}

export function newRecord(world: World, { company, externalId, revives }: NewRecord): StoredRecord {
  const now = world.now();
  const key = revives?.identity === undefined ? undefined : deletedKey(revives.kind, revives.identity);
  const revivedId = key === undefined ? undefined : world.deletedIds.get(key);
  if (key !== undefined && revivedId !== undefined) world.deletedIds.delete(key);
  return {
    id: revivedId ?? world.newId(),
    companyId: company.id,
    externalId,
    createdAt: now,
    updatedAt: now,
  };
}

/** A record as it is returned, with the common fields. */
export function present({ policy, choices }: World, record: StoredRecord, own: object): object {
  const { fractionDigits } = choices.dates;
  const { id, externalId } = record;
  const createdAt = policy.dates.write(record.createdAt, fractionDigits);
  const updatedAt = policy.dates.write(record.updatedAt, fractionDigits);
  // two literals, because adding fields to the first would copy every record of a page
  return choices.answers.extraFields.records
    ? { id, externalId, ...own, createdAt, updatedAt, revision: null, labels: [] }
    : { id, externalId, ...own, createdAt, updatedAt };
}
