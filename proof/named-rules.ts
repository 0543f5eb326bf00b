/**
 * Whether a rule is one of those that a command line names: each by its whole id, or all of a section by what their ids
 * begin with, as `PAG`. No name stands for all rules.
 */
export const isNamedBy = (names: readonly string[], id: string): boolean =>
  names.length === 0 || names.some((name) => id === name || id.startsWith(`${name}-`));
