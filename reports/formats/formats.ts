import type { FileFormat, FolderFormatName } from '../../core/formats.ts';
import type { Result } from '../../core/result.ts';
import type { RunSummary } from '../history/run-summary.ts';
import { runPage } from '../run-page/page.ts';
import { generateReport } from './allure/generate-report.ts';
import { allureResults } from './allure/results.ts';
import { writeFolder } from './allure/write-folder.ts';
import { annotationsOf } from './annotations.ts';
import { ctrfOf } from './ctrf.ts';
import { harOf } from './har.ts';
import { resultJsonSchema } from './json-schema.ts';
import { junitOf } from './junit.ts';
import { markdownOf } from './markdown.ts';
import { summaryOf } from './summary.ts';

/** One way to write down a run. */
export interface Format {
  /** The name of its file where several stand side by side. */
  file: string;
  /**
   * `read` gives the result of the run; it is called by those formats alone that report one. `earlier` are earlier runs
   * of the same target, oldest first, for formats that show what changed.
   */
  render(read: () => Result, earlier?: readonly RunSummary[]): string;
}

/** The formats by their names on the command line. */
export const formats: Readonly<Record<FileFormat, Format>> = {
  html: { file: 'report.html', render: (read, earlier) => runPage(read(), earlier) },
  junit: { file: 'junit.xml', render: (read) => junitOf(read()) },
  ctrf: { file: 'ctrf-report.json', render: (read) => ctrfOf(read()) },
  har: { file: 'evidence.har', render: (read) => harOf(read()) },
  summary: { file: 'comment.md', render: (read) => summaryOf(read()) },
  markdown: { file: 'summary.md', render: (read) => markdownOf(read()) },
  annotations: { file: 'annotations.txt', render: (read) => annotationsOf(read()) },
  'json-schema': { file: 'result.schema.json', render: resultJsonSchema },
};

/** One way to write down a run in several files. */
export interface FolderFormat {
  /** The name of its folder among the files of other formats. */
  folder: string;
  /** Rejects, with the folder as it was, where what it needs is not there. */
  fill(read: () => Result, folder: string): Promise<void>;
}

/** The formats that take a folder each, by their names on the command line. */
export const folderFormats: Readonly<Record<FolderFormatName, FolderFormat>> = {
  allure: {
    folder: 'allure-results',
    fill: async (read, folder) => writeFolder(folder, allureResults(read())),
  },
  'allure-report': {
    folder: 'allure-report',
    fill: (read, folder) => generateReport(read(), folder),
  },
};
