/** The type package of k6 lacks its console. */
declare const console: {
  log(line: string): void;
  error(line: string): void;
};
