/** The lines of a table. Cells are Markdown, and only `|` is escaped. */
export const markdownTable = (heading: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${heading.join(' | ')} |`,
  `|${heading.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
];
