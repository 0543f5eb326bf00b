import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../../core/result.ts';
import { suggest } from '../../fixtures/reading/suggest.ts';
import { type FolderFormat, type Format, folderFormats, formats } from '../../reports/formats/formats.ts';
import { earlierRuns } from '../../reports/history/read-history.ts';
import type { RunSummary } from '../../reports/history/run-summary.ts';
import { CliError } from '../cli-error.ts';
import { relativePath, requireFolder } from '../paths.ts';
import { readResult } from './read-result.ts';

export interface ReportOptions {
  format: string[];
  out?: string;
  history?: string;
}

const formatsByName: Readonly<Record<string, Format | FolderFormat>> = { ...formats, ...folderFormats };

const formatNamed = (name: string): Format | FolderFormat => {
  const format = Object.hasOwn(formatsByName, name) ? formatsByName[name] : undefined;
  if (format) return format;
  const names = Object.keys(formatsByName);
  throw new CliError(
    `There is no format ${name}. Did you mean ${suggest(name, names)[0]}? The formats are: ${names.join(', ')}.`,
  );
};

/** Reads a result at most once, when a format needs it. */
const readerOf = (file: string): (() => Result) => {
  let result: Result | undefined;
  return () => {
    result ??= readResult(file);
    return result;
  };
};

/** The earlier runs for the page. Throws `CliError` if no page is requested, or if the folder does not exist. */
const earlierIn = (folder: string, chosen: readonly (Format | FolderFormat)[], read: () => Result): RunSummary[] => {
  if (!chosen.some((format) => format === formats.html)) {
    throw new CliError('--history is only for the page: add --format html.');
  }
  requireFolder(folder);
  return earlierRuns(folder, read());
};

/** Refuses to print a page to a terminal. */
export const requireReadable = (format: Format | undefined, isTerminal: boolean): void => {
  if (format !== formats.html || !isTerminal) return;
  throw new CliError(
    'The page is for a browser: name a folder for it with --out, or write it to a file with "> report.html". "npx selo show" opens the page of the last run.',
  );
};

/**
 * Renders a result: one format to standard output, or each format into its file or folder. Throws `CliError` on wrong
 * usage or for an unreadable result, and `AllureError` if Allure cannot make a report.
 */
export const report = async (file: string, { format: names, out, history }: ReportOptions): Promise<void> => {
  const chosen = [...new Set(names)].map(formatNamed);
  const [first] = chosen;
  const read = readerOf(file);
  const earlier = history === undefined ? [] : earlierIn(history, chosen, read);
  if (out === undefined) {
    if (!first || chosen.length > 1) {
      throw new CliError('Several formats need a folder for their files: name it with --out.');
    }
    if ('folder' in first) throw new CliError(`The format ${names[0]} is a folder of files: name where with --out.`);
    requireReadable(first, process.stdout.isTTY);
    process.stdout.write(await first.render(read, earlier));
    return;
  }
  // render all before writing, so that a failure leaves no files
  const rendered: { path: string; text: string }[] = [];
  for (const format of chosen) {
    if ('file' in format) rendered.push({ path: join(out, format.file), text: await format.render(read, earlier) });
  }
  for (const format of chosen) {
    if (!('folder' in format)) continue;
    const path = join(out, format.folder);
    await format.fill(read, path);
    process.stdout.write(`${relativePath(path)}\n`);
  }
  mkdirSync(out, { recursive: true });
  for (const { path, text } of rendered) {
    writeFileSync(path, text);
    process.stdout.write(`${relativePath(path)}\n`);
  }
};
