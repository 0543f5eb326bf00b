import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';

/** Files of the platform without a documented rule, so that no rule could catch their mutants. */
export const leftOut: readonly { files: string; because: string }[] = [
  { files: 'platform/**/*.test.ts', because: 'tests' },
  { files: 'platform/test-*.ts', because: 'what tests stand on' },
  { files: 'platform/embedded/**', because: 'starts the platform as a target' },
  { files: 'platform/panel/**', because: 'the panel is no part of the API' },
  { files: 'platform/flows/{flow-seed,run-log}.ts', because: 'the panel is no part of the API' },
  { files: 'platform/webhooks/delivery-log.ts', because: 'the panel is no part of the API' },
  { files: 'platform/choices.ts', because: 'the values of what the document leaves open: every one is legal' },
  { files: 'platform/{history,found-company}.ts', because: 'the records that a platform starts with' },
  {
    files: 'platform/{create-platform,start-platform,world,overrides}.ts',
    because: 'puts the platform together',
  },
  {
    files: 'platform/http/{server,in-memory,respond,read-call,write-answer,router}.ts',
    because: 'listening, and HTTP itself',
  },
  { files: 'platform/webhooks/{http-sender,sender}.ts', because: 'HTTP itself' },
  {
    files: 'platform/webhooks/turnstile.ts',
    because: 'how many attempts are on their way at a time is not documented',
  },
  {
    files: 'platform/tables/table.ts',
    because: 'a store with indexes: which records are kept under which key is in tables.ts',
  },
  { files: 'platform/{clock,later,runtime}.ts', because: 'the clock and the chance of the machine' },
];

/** The files with documented rules, as paths from the root. */
export const mutatedFiles = (root: string): string[] => {
  const all = globSync('platform/**/*.ts', { cwd: root });
  for (const { files } of leftOut) {
    if (!all.some((file) => matchesGlob(file, files))) throw new Error(`${files} names no file that is left out`);
  }
  return all.filter((file) => !leftOut.some(({ files }) => matchesGlob(file, files))).toSorted();
};
