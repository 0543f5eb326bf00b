/** A count with its noun: `1 rule`, `2 rules`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
