import { accessSync, constants } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe, { type AxeResults } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { temporaryFolder } from '../../fixtures/test-folder.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The Chromium on PATH; undefined if there is none. */
export const chromiumHere = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find(isExecutable);

export const noChromium = `no Chromium on PATH (${names.join(', ')}): the page was not opened in a browser`;

export const launchBrowser = (executablePath: string): Promise<Browser> => chromium.launch({ executablePath });

/** A page opened from a file. */
export interface OpenedPage extends AsyncDisposable {
  page: Page;
  /** Errors of the script, violations of the policy, requests and dialogs. */
  complaints: string[];
  /** Opens the page again with another hash. */
  at(hash: string): Promise<void>;
}

export interface OpenOptions extends BrowserContextOptions {
  hash?: string;
}

/** Opens a page in a new browser context. */
export const openPage = async (
  browser: Browser,
  html: string,
  { hash = '', ...options }: OpenOptions = {},
): Promise<OpenedPage> => {
  const resources = new AsyncDisposableStack();
  const { path } = resources.use(await temporaryFolder());
  const file = join(path, 'report.html');
  await writeFile(file, html);
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  resources.defer(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) complaints.push(`request: ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const at = async (view: string): Promise<void> => {
    // changing only the hash would not reload the page
    await page.goto('about:blank');
    await page.goto(pathToFileURL(file).href + view);
  };
  await at(hash);
  return { page, complaints, at, [Symbol.asyncDispose]: () => resources.disposeAsync() };
};

/** Violations of WCAG 2.2 up to level AA and of best practices, with their elements. */
export const accessibilityFaults = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await page.evaluate<AxeResults>(`axe.run({ runOnly: ${JSON.stringify(tags)} })`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
};
