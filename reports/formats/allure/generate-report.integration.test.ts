import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../fixtures/test-folder.ts';
import { sampleFailure, sampleResult, sampleVerdict } from '../../test-samples.ts';
import { AllureError, generateReport } from './generate-report.ts';
import { writeAllureResults } from './results.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const runOf = (id: string) => {
  const sample = sampleResult([sampleFailure()]);
  return { ...sample, run: { ...sample.run, id } };
};

/** Makes every Node process note that it started, and each connection that it would open. */
const noteConnections = (file: string): void => {
  const script = `
    import { appendFileSync } from 'node:fs';
    import { Socket } from 'node:net';
    const note = (line) => appendFileSync(${JSON.stringify(file)}, line + '\\n');
    note('started');
    Socket.prototype.connect = function (...to) { note('connects to ' + JSON.stringify(to)); throw new Error('offline'); };`;
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(script)}`);
};

describe('the page of Allure', () => {
  test('is made without the network, in one file that calls nobody', async () => {
    await using folder = await temporaryFolder();
    const notes = join(folder.path, 'notes');
    noteConnections(notes);
    await generateReport(runOf('one'), join(folder.path, 'page'));
    expect(new Set(readFileSync(notes, 'utf8').trimEnd().split('\n'))).toEqual(new Set(['started']));
    expect(readdirSync(join(folder.path, 'page')).toSorted()).toEqual(['allure-history.jsonl', 'index.html']);
    const page = readFileSync(join(folder.path, 'page/index.html'), 'utf8');
    expect(page.search(/googletagmanager|google-analytics|gtag/)).toBe(-1);
    expect(page.search('<title> Selo: staging </title>')).not.toBe(-1);
  });

  test('adds each run to the history beside it', async () => {
    await using folder = await temporaryFolder();
    const points = (): { testResults: Record<string, { status: string }> }[] =>
      readFileSync(join(folder.path, 'allure-history.jsonl'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    await generateReport(runOf('one'), folder.path);
    expect(points()).toHaveLength(1);
    const now = sampleResult([sampleVerdict({ text: 'In other words' })]);
    await generateReport(now, folder.path);
    const [first, second] = points().map(({ testResults }) => testResults);
    expect(Object.values(first ?? {}).map(({ status }) => status)).toEqual(['failed']);
    expect(Object.values(second ?? {}).map(({ status }) => status)).toEqual(['passed']);
    expect(Object.keys(second ?? {})).toEqual(Object.keys(first ?? {}));
  });

  test('where allure makes none, it says so, and what was there stays', async () => {
    await using folder = await temporaryFolder();
    writeFileSync(join(folder.path, 'allure-history.jsonl'), '{broken');
    writeFileSync(join(folder.path, 'index.html'), 'the page before');
    await expect(generateReport(runOf('one'), folder.path)).rejects.toThrow(AllureError);
    expect(readFileSync(join(folder.path, 'index.html'), 'utf8')).toBe('the page before');
    expect(readFileSync(join(folder.path, 'allure-history.jsonl'), 'utf8')).toBe('{broken');
  });
});

const allure = createRequire(import.meta.url).resolve('allure');
const configuration = new URL('./allurerc.ts', import.meta.url).pathname;

/** What the command line of Allure ends with, in a folder with these results. */
const codeOf = async (args: readonly string[], cwd: string): Promise<number> => {
  try {
    await promisify(execFile)(process.execPath, [allure, ...args, '--config', configuration, 'allure-results'], {
      cwd,
    });
    return 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'number') return error.code;
    throw error;
  }
};

describe('the configuration', () => {
  test.each([
    ['passing', sampleResult(), 0],
    ['failing', sampleResult([sampleVerdict(), sampleFailure({ rule: 'PAG-9' })]), 1],
  ])('lets `allure quality-gate` report a %s result by its exit code', async (_, result, code) => {
    await using folder = await temporaryFolder();
    writeAllureResults(join(folder.path, 'allure-results'), result);
    expect(await codeOf(['quality-gate'], folder.path)).toBe(code);
  });

  test('lets `allure generate` make the same page, without a call to anybody', async () => {
    await using folder = await temporaryFolder();
    mkdirSync(join(folder.path, 'allure-results'));
    writeAllureResults(join(folder.path, 'allure-results'), runOf('one'));
    expect(await codeOf(['generate'], folder.path)).toBe(0);
    const page = readFileSync(join(folder.path, 'allure-report/index.html'), 'utf8');
    expect(page.search(/googletagmanager|google-analytics|gtag/)).toBe(-1);
    expect(existsSync(join(folder.path, 'allure-history.jsonl'))).toBe(true);
  });
});
