const grouped = new Intl.NumberFormat('en');

/** `1 order`, `12,000 orders`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped.format(count)} ${count === 1 ? one : many}`;

/** A share in words: `3 of 12,000 (0.025 %)`. */
export const shareOf = (count: number, of: number): string =>
  of === 0
    ? grouped.format(count)
    : `${grouped.format(count)} of ${grouped.format(of)} (${Number(((100 * count) / of).toPrecision(2))} %)`;
