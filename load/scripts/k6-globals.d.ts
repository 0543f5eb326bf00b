/** k6 has a console, and its type package leaves it out. */
declare const console: {
  log(line: string): void;
  error(line: string): void;
};
