import type { PartnerRecord } from '../../../core/partner-record.ts';

/**
 * What is read from a record, worked out once for all obligations that ask for it. A record is not changed while it is judged.
 */
export const derived = <Value>(derive: (record: PartnerRecord) => Value): ((record: PartnerRecord) => Value) => {
  const known = new WeakMap<PartnerRecord, { value: Value }>();
  return (record) => {
    const standing = known.get(record) ?? { value: derive(record) };
    known.set(record, standing);
    return standing.value;
  };
};
