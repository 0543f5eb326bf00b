/** A reason without what differs from case to case: paths and numbers. Reasons of one kind are reported once. */
export const reasonKind = (reason: string): string => reason.replace(/\/\S*|\d+/g, '#');
