import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Result } from '../../../core/result.ts';
import { temporaryFolder } from '../../../fixtures/test-folder.ts';
import { chromiumHere, launchBrowser, noChromium, openPage } from '../../run-page/test-browser.ts';
import { eventfulResult } from '../../run-page/test-result.ts';
import { hostileResult } from '../../test-hostile-result.ts';
import { generateReport } from './generate-report.ts';

let browser: Browser | undefined;

beforeAll(async () => {
  if (chromiumHere !== undefined) browser = await launchBrowser(chromiumHere);
});
afterAll(() => browser?.close());

const open = async (...results: Result[]) => {
  if (!browser) throw new Error(noChromium);
  await using folder = await temporaryFolder();
  for (const result of results) await generateReport(result, folder.path);
  const opened = await openPage(browser, readFileSync(join(folder.path, 'index.html'), 'utf8'));
  // what the page carries within itself is asked of nobody
  const complaints = (): string[] => opened.complaints.filter((each) => !/^request: (data|blob):/.test(each));
  return { page: opened.page, complaints, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
};

describe('the page of Allure in a browser', () => {
  beforeEach(({ skip }) => {
    if (!browser) skip(noChromium);
  });

  test('shows a failed rule with its steps and what is attached to them, and asks nobody', async () => {
    await using opened = await open(eventfulResult());
    const { page, complaints } = opened;
    await page.getByText('PAG-2 Sizes from 1 to 50 are served').first().click();
    await page.getByText('/pagination/pageSize: expected 50, got 51').first().waitFor();
    await page.getByText('GET /products?page=1 → 200').first().waitFor();
    await page.getByText('exchange 7').first().click();
    await page.getByText("curl -sS -i -g --path-as-is 'https://partners.example/products?page=1'").last().waitFor();
    expect(complaints()).toEqual([]);
  });

  test('groups by section, and says what is waived, flaky and not judged', async () => {
    await using opened = await open(eventfulResult());
    const { page, complaints } = opened;
    for (const section of ['Paginated lists', 'Webhook delivery', 'The run as a whole']) {
      await page.getByText(section, { exact: true }).first().waitFor();
    }
    await page.getByText('PAG-4 A page beyond the last is empty').first().click();
    await page.getByText('waived until 2027-01-01 (agreed until the new paging is out)').first().waitFor();
    expect(complaints()).toEqual([]);
  });

  test('knows a rule again in the next run', async () => {
    const before = eventfulResult();
    await using opened = await open(before, { ...before, run: { ...before.run, id: 'b2c3d4e5' } });
    const { page, complaints } = opened;
    await page.getByText('PAG-2 Sizes from 1 to 50 are served').first().click();
    await page.getByTestId('test-result-tab-history').click();
    await page.getByTestId('test-result-history-item').waitFor();
    expect(complaints()).toEqual([]);
  });

  test('takes whatever a target says for text', async () => {
    const hostile = `<script>alert(1)</script><img src=x onerror=alert(1)>"'&\u001b[31m\u202e`;
    await using opened = await open(hostileResult(hostile));
    const { page, complaints } = opened;
    await page.getByText('PAG-2 <script>alert(1)</script><img src=x').first().click();
    await page.getByText('→ 200').first().waitFor();
    await page.getByText('exchange 7').first().click();
    await page.getByText('# exchange 7, as main').first().waitFor();
    expect(await page.locator('#app img[src="x"], #app script').count()).toBe(0);
    expect(complaints()).toEqual([]);
  });
});
