/** The entries of the first list that the second one lacks; repeated entries count. */
export const missingFrom = (there: readonly string[], recorded: readonly string[]): string[] => {
  const left = new Map<string, number>();
  for (const each of recorded) left.set(each, (left.get(each) ?? 0) + 1);
  return there.filter((each) => {
    const count = left.get(each) ?? 0;
    left.set(each, count - 1);
    return count <= 0;
  });
};
