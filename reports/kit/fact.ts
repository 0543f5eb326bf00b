/** Prints labelled facts, each in lines of its own; further lines of one stand below the first. */
export const factsIn =
  ({ indent, labelWidth }: { indent: string; labelWidth: number }) =>
  (label: string, ...lines: readonly string[]): string[] =>
    lines.map((line, index) => `${indent}${(index === 0 ? label : '').padEnd(labelWidth)}${line}`);
