import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import type { Result } from '../../../core/result.ts';
import { moduleBeside } from '../../../fixtures/processes/module-beside.ts';
import { UserError } from '../../../fixtures/reading/user-error.ts';
import { printableLines } from '../../kit/printable.ts';
import { writeAllureResults } from './results.ts';

/** Why Allure made no page, and what to do. */
export class AllureError extends UserError {
  override name = 'AllureError';
}

const configuration = fileURLToPath(moduleBeside('allurerc', import.meta.url));
const pageFile = 'index.html';
/** Named in allurerc.ts. */
const historyFile = 'allure-history.jsonl';

const allureCommand = (): string => {
  try {
    return createRequire(import.meta.url).resolve('allure');
  } catch {
    throw new AllureError(
      'The package allure, which makes this report, is not installed: run "npm install --save-dev allure" where Selo is installed, or choose the format allure, which needs nothing.',
    );
  }
};

const runAllure = async (args: readonly string[], cwd: string): Promise<void> => {
  try {
    await promisify(execFile)(process.execPath, [allureCommand(), ...args], { cwd });
  } catch (error) {
    if (error instanceof AllureError || !(error instanceof Error)) throw error;
    throw new AllureError(`allure made no report: ${printableLines(stripVTControlCharacters(error.message).trim())}`);
  }
};

/**
 * Generates the page of Allure, which needs no network, and adds the run to the history in the same folder. Throws
 * `AllureError` if Allure is missing or fails; the folder then stays as it was.
 */
export const generateReport = async (result: Result, folder: string): Promise<void> => {
  const scratch = mkdtempSync(join(tmpdir(), 'selo-allure-'));
  try {
    writeAllureResults(join(scratch, 'allure-results'), result);
    const history = join(folder, historyFile);
    if (existsSync(history)) copyFileSync(history, join(scratch, historyFile));
    const name = `Selo: ${result.target.name}`;
    await runAllure(['generate', '--config', configuration, '--report-name', name, 'allure-results'], scratch);
    mkdirSync(folder, { recursive: true });
    copyFileSync(join(scratch, 'allure-report', pageFile), join(folder, pageFile));
    copyFileSync(join(scratch, historyFile), history);
  } finally {
    rmSync(scratch, { recursive: true });
  }
};
