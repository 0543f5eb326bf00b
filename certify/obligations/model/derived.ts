import type { PartnerRecord } from '../../../core/partner-record.ts';

/** Caches a value by record, for all obligations that use it. A record does not change while it is judged. */
export const derived = <Value>(derive: (record: PartnerRecord) => Value): ((record: PartnerRecord) => Value) => {
  const known = new WeakMap<PartnerRecord, { value: Value }>();
  return (record) => {
    const standing = known.get(record) ?? { value: derive(record) };
    known.set(record, standing);
    return standing.value;
  };
};

/** Caches a value by record and name, such as the code of a coupon. */
export const derivedByName = <Value>(
  derive: (record: PartnerRecord, name: string) => Value,
): ((record: PartnerRecord, name: string) => Value) => {
  const knownOf = derived((): Map<string, { value: Value }> => new Map());
  return (record, name) => {
    const known = knownOf(record);
    const standing = known.get(name) ?? { value: derive(record, name) };
    known.set(name, standing);
    return standing.value;
  };
};
