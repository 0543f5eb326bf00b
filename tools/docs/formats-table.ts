import { formats } from '../../reports/formats/formats.ts';

/** The formats of reports, as a table that the formatter leaves as it is. */
export const formatsTable = (): string => {
  const rows = [
    ['format', 'file', 'for'],
    ...Object.entries(formats).map(([name, { file, readers }]) => [`\`${name}\``, `\`${file}\``, readers]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const [heading = '', ...lines] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return [heading, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines].join('\n');
};
