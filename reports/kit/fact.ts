/** Prints labeled lines; only the first line of a fact has the label. */
export const factsIn =
  ({ indent, labelWidth }: { indent: string; labelWidth: number }) =>
  (label: string, ...lines: readonly string[]): string[] =>
    lines.map((line, index) => `${indent}${(index === 0 ? label : '').padEnd(labelWidth)}${line}`);
