import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';

/** Files of the platform without a documented rule, so that no rule could catch their mutants. */
const leftOut: readonly string[] = [
  // tests
  'platform/**/*.test.ts',
  // fixtures of tests
  'platform/test-*.ts',
  // starts the platform as a target
  'platform/embedded/**',
  // the panel is no part of the API
  'platform/panel/**',
  'platform/flows/{flow-seed,run-log}.ts',
  'platform/webhooks/delivery-log.ts',
  // the values of what the document leaves open: every one is legal
  'platform/choices.ts',
  // the records that a platform starts with
  'platform/{history,found-company}.ts',
  // puts the platform together
  'platform/{create-platform,start-platform,world,overrides}.ts',
  // listening, and HTTP itself
  'platform/http/{server,in-memory,respond,read-call,write-answer,router}.ts',
  // HTTP itself
  'platform/webhooks/{http-sender,sender}.ts',
  // how many attempts are on their way at a time is not documented
  'platform/webhooks/turnstile.ts',
  // a store with indexes: which records are kept under which key is in tables.ts
  'platform/tables/table.ts',
  // the clock and the chance of the machine
  'platform/{clock,later,runtime}.ts',
];

/** The files with documented rules, as paths from the root. */
export const mutatedFiles = (root: string): string[] => {
  const all = globSync('platform/**/*.ts', { cwd: root });
  for (const files of leftOut) {
    if (!all.some((file) => matchesGlob(file, files))) throw new Error(`${files} names no file that is left out`);
  }
  return all.filter((file) => !leftOut.some((files) => matchesGlob(file, files))).toSorted();
};
