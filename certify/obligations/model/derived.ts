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
