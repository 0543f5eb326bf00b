/** A share as a length of SVG. */
export const percent = (share: number): string => `${Number((share * 100).toFixed(3))}%`;
