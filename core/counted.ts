/** A count with its noun: `1 rule`, `2 rules`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** A count in words; empty for 0. */
export const countedIfAny = (count: number, one: string, many?: string): string[] =>
  count === 0 ? [] : [counted(count, one, many)];
