/** What is longer would only fill the record. */
const longestTold = 4_000;

/** What a partner said, not too long. By the ellipsis a credential is still found that it cuts. */
export const cutTold = (told: string): string => (told.length > longestTold ? `${told.slice(0, longestTold)}…` : told);
