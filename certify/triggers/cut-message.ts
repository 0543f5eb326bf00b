/** Longer messages only fill the record. */
const longestMessage = 4_000;

/** Shortens a message of a partner. The ellipsis marks a credential that may be cut. */
export const cutMessage = (message: string): string =>
  message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
