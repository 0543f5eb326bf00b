import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { projectFolder } from './test-run-shell.ts';

/** The folder of a runner after the checkout, with Selo as the submodule. */
export const checkout = async (): Promise<AsyncDisposable & { path: string }> => {
  const folder = await temporaryFolder();
  symlinkSync(projectFolder, join(folder.path, 'selo'));
  return folder;
};
