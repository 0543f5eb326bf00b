/** The lines of a table; cells are Markdown, in which only what would end a cell is escaped. */
export const markdownTable = (heading: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${heading.join(' | ')} |`,
  `|${heading.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
];
