/** Rows as lines, each column as wide as its widest cell. */
export const aligned = (rows: readonly (readonly string[])[]): string[] =>
  rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(Math.max(...rows.map((row) => row[column]?.length ?? 0))))
      .join('  ')
      .trimEnd(),
  );
