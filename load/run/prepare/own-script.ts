import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../../fixtures/reading/message-of.ts';
import { LoadError } from '../load-error.ts';

/** The script of k6 for the built-in journeys. */
export const loadScript = fileURLToPath(new URL('../../scripts/load.ts', import.meta.url));
const digestLength = 12;

/** A digest of a script, so that runs of different scripts are not compared. Throws `LoadError` if it cannot be read. */
export const digestOfScript = (file: string): string => {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, digestLength);
  } catch (error) {
    throw new LoadError(
      `The script ${file} cannot be read: ${messageOf(error)}. Name a file that is there with --script.`,
    );
  }
};

/** Writes the script of k6 for the journey of a user's script, and returns its path. */
export const writeEntry = (folder: string, file: string): string => {
  const entry = join(folder, 'entry.js');
  writeFileSync(
    entry,
    [
      `import * as own from ${JSON.stringify(file)};`,
      `import { handleSummary, optionsWith, ownJourney, setup } from ${JSON.stringify(loadScript)};`,
      'export const options = optionsWith(own.options ?? {});',
      'export const journey = ownJourney(own.journey);',
      'export { handleSummary, setup };',
      '',
    ].join('\n'),
  );
  return entry;
};
