import type { Company } from '../company.ts';
import type { RoutedCall } from '../http/router.ts';
import type { StoredRecord } from '../tables/records.ts';
import type { World } from '../world.ts';

/** The record that a call means: the caller's latest, or another company's where isolation lets it through. */
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

/** Where the id of a deleted record is kept for its return. */
export function deletedKey(kind: string, identity: string): string {
  return `${kind} ${identity}`;
}

interface NewRecord {
  company: Company;
  externalId: string | null;
  /** Kind and identity, for a record that may have been deleted before. */
  revives?: { kind: string; identity: string | undefined };
}

/** What every new record starts with. */
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

/** A record as it is returned: the common fields around its own. */
export function present({ policy, choices }: World, record: StoredRecord, own: object): object {
  const { fractionDigits } = choices.dates;
  const { id, externalId } = record;
  const createdAt = policy.dates.write(record.createdAt, fractionDigits);
  const updatedAt = policy.dates.write(record.updatedAt, fractionDigits);
  // a page has many records: none is copied
  return choices.answers.extraFields.records
    ? { id, externalId, ...own, createdAt, updatedAt, revision: null, labels: [] }
    : { id, externalId, ...own, createdAt, updatedAt };
}
