/** What is longer would only fill the record. */
const longestMessage = 4_000;

/** What a partner said, not too long. By the ellipsis a credential is still found that it cuts. */
export const cutMessage = (message: string): string =>
  message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
