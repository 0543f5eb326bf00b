import type { Result } from '../../core/result.ts';
import type { RunSummary } from '../history/run-summary.ts';

// Each format is loaded only when it is asked for, because the help and the documents need only the names.

/** One way to write down a run. */
export interface Format {
  /** The name of its file in a folder with files of several formats. */
  file: string;
  /** Who reads it, for the documents. */
  readers: string;
  /**
   * `read` returns the result of the run; only formats that report a result call it. `earlier` are earlier runs
   * of the same target, oldest first, for formats that show what changed.
   */
  render(read: () => Result, earlier?: readonly RunSummary[]): Promise<string>;
}

/** The formats by their names on the command line. */
export const formats: Readonly<Record<string, Format>> = {
  html: {
    file: 'report.html',
    readers: 'people: the matrix, every verdict, and what was sent',
    render: async (read, earlier) => (await import('../run-page/page.ts')).runPage(read(), earlier),
  },
  junit: {
    file: 'junit.xml',
    readers: 'GitLab, Jenkins, Azure, and other readers of JUnit',
    render: async (read) => (await import('./junit.ts')).junitOf(read()),
  },
  ctrf: {
    file: 'ctrf-report.json',
    readers: 'readers of the [Common Test Report Format](https://ctrf.io)',
    render: async (read) => (await import('./ctrf.ts')).ctrfOf(read()),
  },
  har: {
    file: 'evidence.har',
    readers: 'the network panel of a browser, proxies, API clients',
    render: async (read) => (await import('./har.ts')).harOf(read()),
  },
  markdown: {
    file: 'summary.md',
    readers: 'the summary of a GitHub step',
    render: async (read) => (await import('./markdown.ts')).markdownOf(read()),
  },
  summary: {
    file: 'comment.md',
    readers: 'a comment on a pull request, or a chat: at most 20 lines',
    render: async (read) => (await import('./summary.ts')).summaryOf(read()),
  },
  annotations: {
    file: 'annotations.txt',
    readers: 'errors and warnings of a GitHub job',
    render: async (read) => (await import('./annotations.ts')).annotationsOf(read()),
  },
  'json-schema': {
    file: 'result.schema.json',
    readers: 'programs that read `result.json` itself',
    render: async () => (await import('./json-schema.ts')).resultJsonSchema(),
  },
};

/** One way to write down a run in several files. */
export interface FolderFormat {
  /** The name of its folder among the files of other formats. */
  folder: string;
  /** Rejects if a package that it needs is missing; the folder then stays as it was. */
  fill(read: () => Result, folder: string): Promise<void>;
}

/** The formats that take a folder each, by their names on the command line. */
export const folderFormats: Readonly<Record<string, FolderFormat>> = {
  allure: {
    folder: 'allure-results',
    fill: async (read, folder) => (await import('./allure/results.ts')).writeAllureResults(folder, read()),
  },
  'allure-report': {
    folder: 'allure-report',
    fill: async (read, folder) => (await import('./allure/generate-report.ts')).generateReport(read(), folder),
  },
};
