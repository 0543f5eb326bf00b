import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hostileResult } from '../test-hostile-result.ts';
import { sampleExchange, sampleFailure, sampleResult } from '../test-samples.ts';
import { runPage } from './page.ts';
import {
  accessibilityFaults,
  chromiumHere,
  launchBrowser,
  noChromium,
  type OpenOptions,
  openPage,
} from './test-browser.ts';
import { eventfulHistory, eventfulResult, largeResult } from './test-result.ts';

let browser: Browser | undefined;

beforeAll(async () => {
  if (chromiumHere !== undefined) browser = await launchBrowser(chromiumHere);
});
afterAll(() => browser?.close());

const open = (html: string, options?: OpenOptions) => {
  if (!browser) throw new Error(noChromium);
  return openPage(browser, html, options);
};

const eventful = runPage(eventfulResult());
const eventfulAmongRuns = runPage(eventfulResult(), eventfulHistory(6));

const shownRules = (page: Page): Promise<(string | null)[]> =>
  page.locator('details.rule:visible').evaluateAll((rules) => rules.map(({ id }) => id));

const said = (page: Page): Promise<string | null> => page.locator('#count').textContent();

const hashOf = (page: Page): string => new URL(page.url()).hash;

const isOpen = (page: Page, rule: string): Promise<boolean> => page.locator(`#${rule}[open]`).isVisible();

describe('the page of a run in a browser', () => {
  beforeEach(({ skip }) => {
    if (!browser) skip(noChromium);
  });

  test('filters leave the rules that they name, say how many, and stand in the address', async () => {
    await using opened = await open(eventful);
    const { page } = opened;
    expect(await said(page)).toBe('10 rules');
    expect(await page.getByRole('rowheader', { name: 'robustness' }).isVisible()).toBe(true);
    await page.getByRole('checkbox', { name: 'fail 4' }).check();
    expect(await said(page)).toBe('4 of 10 rules');
    expect(await shownRules(page)).toEqual(['PAG-2', 'DLV-10', 'LAW-3', 'PAG-4']);
    await page.getByRole('checkbox', { name: 'warn 1' }).check();
    expect(hashOf(page)).toBe('#?outcome=fail,warn');
    await page.getByRole('checkbox', { name: 'should 1' }).check();
    expect(await shownRules(page)).toEqual(['PAG-3']);
    await page.getByRole('button', { name: 'Show all' }).click();
    expect(await said(page)).toBe('10 rules');
    await page.getByRole('combobox', { name: 'Section' }).selectOption('Webhook delivery');
    await page.getByRole('searchbox').fill('not SENT');
    expect(await shownRules(page)).toEqual(['DLV-10']);
    expect(hashOf(page)).toBe('#?section=webhook-delivery&text=not+SENT');
    expect(await page.locator('.matrix tr[data-section]:visible').count()).toBe(1);
    expect(await page.getByRole('heading', { name: 'Passed' }).isVisible()).toBe(false);
    expect(opened.complaints).toEqual([]);
  });

  test('where no rule matches the filters, a text says so in place of the rules', async () => {
    await using opened = await open(eventful);
    const { page } = opened;
    const none = page.getByText('No rule matches these filters');
    expect(await none.isVisible()).toBe(false);
    await page.getByRole('searchbox').fill('in no rule');
    expect(await none.isVisible()).toBe(true);
    expect(await shownRules(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show all' }).click();
    expect(await none.isVisible()).toBe(false);
  });

  test.each([
    ['below the filters', 1280],
    ['at the top of a narrow page', 390],
  ])('the heading of a group stays %s while its rules are scrolled', async (_, width) => {
    await using opened = await open(runPage(largeResult(60, 2)), { viewport: { width, height: 700 } });
    const { page } = opened;
    const [heading, last] = [page.locator('.rules > h2').last(), page.locator('details.rule').last()];
    await last.evaluate((rule) => rule.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const isFixed = width > 760;
    const bar = isFixed
      ? await page.locator('#filters').evaluate((filters) => filters.getBoundingClientRect().bottom)
      : 0;
    expect(Math.abs((await heading.evaluate((h2) => h2.getBoundingClientRect().top)) - bar)).toBeLessThan(2);
  });

  test('filters work by keyboard, and Escape takes the text back', async () => {
    await using opened = await open(eventful);
    const { page } = opened;
    await page.getByRole('checkbox', { name: 'unverified 2' }).focus();
    await page.keyboard.press('Space');
    expect(await shownRules(page)).toEqual(['ISO-1', 'ISO-2']);
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('iso-2');
    expect(await shownRules(page)).toEqual(['ISO-2']);
    await page.keyboard.press('Escape');
    expect(await shownRules(page)).toEqual(['ISO-1', 'ISO-2']);
  });

  test('an address brings the same view back, and shows its rule whatever the filters say', async () => {
    await using opened = await open(eventful, { hash: '#PAG-1?outcome=unverified&level=must&text=iso' });
    const { page } = opened;
    expect(await shownRules(page)).toEqual(['ISO-1', 'ISO-2', 'PAG-1']);
    expect(await isOpen(page, 'PAG-1')).toBe(true);
    expect(await said(page)).toBe('2 of 10 rules');
    expect(await page.getByRole('searchbox').inputValue()).toBe('iso');
    expect(await page.getByRole('checkbox', { name: 'unverified 2' }).isChecked()).toBe(true);
    for (const broken of ['#%', '#?outcome=%', '#?outcome=none', '#nothing?x=y', '#?section=%00']) {
      await opened.at(broken);
      expect(await said(page)).toMatch(/rules$/);
    }
    expect(opened.complaints).toEqual([]);
  });

  test('a square leads to its rule, keeps the filters, and back leads back', async () => {
    await using opened = await open(eventful);
    const { page } = opened;
    await page.getByRole('checkbox', { name: 'fail 4' }).check();
    await page.getByRole('link', { name: 'PAG-2 fail' }).click();
    await expect.poll(() => isOpen(page, 'PAG-2')).toBe(true);
    await expect.poll(() => hashOf(page)).toBe('#PAG-2?outcome=fail');
    expect(await page.locator('#PAG-2 > summary').evaluate((summary) => summary.matches(':focus'))).toBe(true);
    await page.getByRole('link', { name: 'LAW-3 fail' }).click();
    await expect.poll(() => hashOf(page)).toBe('#LAW-3?outcome=fail');
    await page.goBack();
    await expect.poll(() => hashOf(page)).toBe('#PAG-2?outcome=fail');
    expect(opened.complaints).toEqual([]);
  });

  test('the matrix is one stop for the tab key, and arrows move in it', async () => {
    await using opened = await open(eventful);
    const { page } = opened;
    expect(await page.locator('.matrix .square[tabindex="0"], .matrix .square:not([tabindex])').count()).toBe(1);
    await page.locator('.matrix .square').first().focus();
    const focused = (): Promise<string | null> => page.locator('.square:focus').getAttribute('aria-label');
    const seen: (string | null)[] = [];
    for (const key of ['ArrowRight', 'End', 'Home', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowLeft']) {
      await page.keyboard.press(key);
      seen.push(await focused());
    }
    expect(seen).toEqual([
      ...['ISO-2 unverified', 'ISO-2 unverified', 'ISO-1 unverified', 'PAG-1 pass'],
      ...['ORD-1 error', 'PAG-1 pass', 'ISO-2 unverified'],
    ]);
    await page.keyboard.press('Enter');
    await expect.poll(() => isOpen(page, 'ISO-2')).toBe(true);
  });

  test('an open rule lists its exchanges, and each shows what was sent and what came, marked for this rule', async () => {
    await using opened = await open(eventful, { hash: '#PAG-2' });
    const { page } = opened;
    const exchange = page.locator('#PAG-2 .evidence .exchange');
    await exchange.locator('summary').click();
    await exchange.locator('.marked').waitFor();
    expect(await exchange.locator('.marked').allTextContents()).toEqual(['    "pageSize": 51']);
    await opened.at('#PAG-1');
    const [first, second] = [0, 1].map((index) => page.locator('#PAG-1 .exchange').nth(index));
    await first?.locator('summary').click();
    await first?.getByText('Bearer «TOKEN»').first().waitFor();
    expect(await first?.locator('.command code').textContent()).toContain(`--data-raw '{"name":"It'\\''s a coat"}'`);
    await second?.locator('summary').click();
    await second?.getByText('"price": 10.00').waitFor();
    expect(await second?.locator('.marked').count()).toBe(0);
    expect(opened.complaints).toEqual([]);
  });

  test('an exchange is listed with its query decoded', async () => {
    const path = '/products?after=2020-01-01T00%3A00%3A00Z';
    await using opened = await open(runPage(sampleResult([sampleFailure({ exchanges: [sampleExchange({ path })] })])));
    const { page } = opened;
    await page.locator('#PAG-2 > summary').click();
    const asked = page.locator('#PAG-2 .exchange .asked');
    await expect.poll(() => asked.textContent()).toBe('GET /products?after=2020-01-01T00:00:00Z');
  });

  test('a copy button answers', async () => {
    await using opened = await open(eventful, { hash: '#LAW-3' });
    const { page } = opened;
    await page.locator('#LAW-3 .copy').first().click();
    await page.locator('#LAW-3 .copy', { hasText: /Copied|Selected/ }).waitFor();
    expect(opened.complaints).toEqual([]);
  });

  test('a delivery is drawn against the documented schedule, with a text that says the same', async () => {
    await using opened = await open(eventful, { hash: '#DLV-9' });
    const { page } = opened;
    const drawn = page.locator('#DLV-9').getByRole('img', { name: 'Attempts for order order-9' });
    await drawn.waitFor();
    expect(await drawn.locator('circle.accepted').count()).toBe(2);
    expect(await drawn.locator('circle.refused').count()).toBe(2);
    expect(await drawn.locator('desc').textContent()).toContain('Attempt 2 at 2.02 s, documented 2 s: answered 503.');
    await page.locator('#DLV-9 .attempt summary').first().click();
    await page.locator('#DLV-9').getByText('"orderId": ').first().waitFor();
    expect(opened.complaints).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('nothing stands in the way of readers: %s', async (colorScheme) => {
    await using opened = await open(eventful, { colorScheme });
    const { page } = opened;
    for (const rule of ['PAG-1', 'PAG-2', 'PAG-3', 'ISO-1', 'DLV-9', 'DLV-10', 'ORD-1', 'LAW-3']) {
      await page.locator(`#${rule} > summary`).click();
    }
    const exchange = page.locator('#PAG-1 .exchange').last();
    await exchange.locator('summary').click();
    await exchange.locator('.talk').waitFor();
    await page.locator('#DLV-9 .attempt summary').first().click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await opened.at('#?outcome=fail&text=page');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 720 });
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('what changed leads to its rule, and the history to those that did not always hold', async () => {
    await using opened = await open(eventfulAmongRuns);
    const { page } = opened;
    const since = page.getByRole('region', { name: 'Since the last run' });
    await since.getByRole('link', { name: 'PAG-2' }).click();
    await expect.poll(() => isOpen(page, 'PAG-2')).toBe(true);
    expect(await page.locator('#PAG-2 .chip').allTextContents()).toEqual(['failed in 4 of the last 7 runs']);
    const history = page.getByRole('region', { name: /^History/ });
    await history.getByRole('link', { name: 'PAG-4' }).click();
    await expect.poll(() => isOpen(page, 'PAG-4')).toBe(true);
    const trend = page.getByRole('img', { name: 'Conformance, coverage and failing rules of the last 7 runs' });
    expect(await trend.locator('circle.first').count()).toBe(6);
    expect(await trend.locator('desc').textContent()).toContain('interrupted');
    await page.getByText('The runs in figures').click();
    expect(await page.getByRole('region', { name: 'The runs in figures' }).locator('tbody tr').count()).toBe(7);
    expect(opened.complaints).toEqual([]);
  });

  test.each(['light', 'dark'] as const)(
    'the history stands in the way of no reader either: %s',
    async (colorScheme) => {
      await using opened = await open(eventfulAmongRuns, { colorScheme });
      const { page } = opened;
      await page.getByText('The runs in figures').click();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 360, height: 720 });
      expect(await accessibilityFaults(page)).toEqual([]);
    },
  );

  test('a narrow screen needs no scrolling sideways', async () => {
    await using opened = await open(eventfulAmongRuns, { viewport: { width: 360, height: 720 } });
    const { page } = opened;
    for (const rule of ['PAG-2', 'DLV-10', 'LAW-3']) await page.locator(`#${rule} > summary`).click();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  });

  test('without its script the page shows the matrix, the verdicts and the violations', async () => {
    await using opened = await open(eventful, { javaScriptEnabled: false });
    const { page } = opened;
    expect(await page.getByRole('link', { name: 'PAG-2 fail' }).isVisible()).toBe(true);
    expect(await page.locator('#PAG-2 .brief').textContent()).toBe(
      'expected GET /products?page=1 answers with pagination.pageSize: 50; got pagination.pageSize is 51',
    );
    expect(await page.locator('#filters').isVisible()).toBe(false);
    await page.locator('#PAG-2 > summary').click();
    expect(await page.locator('#PAG-2 .marked').textContent()).toBe('    "pageSize": 51');
    expect(await page.locator('#PAG-2 .copy:visible').count()).toBe(0);
  });

  test('in print every failure lies open, and is closed again afterwards', async () => {
    await using opened = await open(eventful);
    const { page } = opened;
    await page.evaluate(`addEventListener('beforeprint', () => { window.openInPrint =
      [...document.querySelectorAll('details.rule[open]')].map(({ id }) => id) })`);
    expect((await page.pdf()).length).toBeGreaterThan(10_000);
    expect(await page.evaluate('window.openInPrint')).toEqual(['ORD-1', 'PAG-2', 'DLV-10', 'LAW-3', 'PAG-4']);
    expect(await page.locator('details.rule[open]').count()).toBe(0);
    expect(opened.complaints).toEqual([]);
  });

  test('whatever a target says is text: scripts, controls, marks that turn the line round, five megabytes', async () => {
    const hostile = `<script>alert(1)</script><img src=x onerror=alert(1)>"'&\u001b[31m\u202e`;
    await using opened = await open(runPage(hostileResult(hostile, `${hostile}${'\ufffd'.repeat(5_000_000)}`)));
    const { page } = opened;
    for (const id of ['PAG-2', 'WEB-1', 'LAW-3', 'PAG-7', 'PAG-8']) await page.locator(`#${id} > summary`).click();
    await page.locator('#PAG-2 .exchange summary').first().click();
    await page.locator('#PAG-2 .exchange .talk').waitFor();
    expect(await page.locator('#PAG-2 .exchange .message').first().textContent()).toContain(
      '<script>alert(1)</script><img src=x onerror=alert(1)>"\'&\\u{1b}[31m\\u{202e}',
    );
    expect(await page.title()).toContain('<script>alert(1)</script>');
    expect(await page.locator('img[src], main script').count()).toBe(0);
    await page.getByRole('searchbox').fill('<script>');
    expect(await said(page)).toBe('8 rules');
    expect(opened.complaints).toEqual([]);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('ten thousand exchanges stay under ten megabytes, and any of them is shown when asked for', async ({
    annotate,
  }) => {
    const startedMs = performance.now();
    const html = runPage(largeResult(250, 40));
    const madeMs = performance.now() - startedMs;
    expect(html.length).toBeLessThan(10_000_000);
    await using opened = await open(html);
    const { page } = opened;
    const paintedMs = await page.evaluate<number>(
      `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries()[0].startTime))
        .observe({ type: 'paint', buffered: true }))`,
    );
    const loadedMs = await page.evaluate<number>(
      `performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd`,
    );
    await annotate(
      `${(html.length / 1e6).toFixed(2)} MB, made in ${madeMs.toFixed(0)} ms; first paint after ${paintedMs.toFixed(0)} ms, all of it there after ${loadedMs.toFixed(0)} ms`,
    );
    await page.locator('.square').last().click();
    const last = page.locator('#PAG-250 .exchange').last();
    await last.locator('summary').click();
    await last.getByText('GET /products?page=39&pageSize=8&after=10000').first().waitFor();
    expect(opened.complaints).toEqual([]);
  });

  test('where evidence is left out for its size, the place says so when it is opened', async () => {
    const html = runPage(eventfulResult()).replace(/<script type="application\/gzip"[^>]*>[^<]*<\/script>/g, '');
    await using opened = await open(html, { hash: '#PAG-2' });
    const { page } = opened;
    await page.locator('#PAG-2 .evidence').getByText('It is left out, so that this page stays small').waitFor();
    expect(await page.locator('#PAG-2 .evidence').textContent()).toContain('It is in result.json#/verdicts/1.');
    expect(opened.complaints).toEqual([]);
  });
});
