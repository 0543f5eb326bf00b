/** Faults of the till that no obligation finds yet. */
export const notSeen: ReadonlySet<string> = new Set(['coupons before their time']);
