import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { runSelo, serveTarget } from '../cli/run/selo-process.ts';
import { everyDefect } from '../proof/every-defect.ts';

// Draws the pictures of the README anew, with the Chromium that is named: what a run prints, and its page, on a platform
// with one rule broken.

const broken = 'DLV-20';
const pictures = fileURLToPath(new URL('../docs/pictures', import.meta.url));

const tags: Record<string, string> = {
  1: '<b>',
  2: '<span style="opacity:.65">',
  31: '<span style="color:#ff7b72">',
  32: '<span style="color:#56d364">',
  33: '<span style="color:#e3b341">',
  35: '<span style="color:#d2a8ff">',
  36: '<span style="color:#79c0ff">',
  22: '</b></span>',
  39: '</span>',
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const inColour = (text: string): string => {
  const [first = '', ...rest] = escaped(text).split('\u001b[');
  return first + rest.map((part) => part.replace(/^(\d+)m/, (_, code: string) => tags[code] ?? '')).join('');
};

/** What a terminal shows of a text with colours in it. */
const terminalPage = (text: string): string =>
  `<!doctype html><meta charset="utf-8"><body style="margin:0;background:#0d1117;color:#e6edf3"><pre style="margin:0;padding:16px;font:13px/1.4 'DejaVu Sans Mono',monospace">${inColour(text)}</pre>`;

const draw = async (page: Page, html: string, name: string): Promise<void> => {
  await page.setContent(html);
  await page.screenshot({ path: join(pictures, name) });
};

const options = everyDefect.find(({ rule }) => rule === broken)?.options;
if (!options) throw new Error(`no defect names ${broken}`);
const [executablePath] = process.argv.slice(2);
if (executablePath === undefined) throw new Error('name a Chromium: node setup/draw-pictures.ts $(which chromium)');
await using target = await serveTarget(options, (profile) => ({ ...profile, name: 'staging' }));
const { profileFile, out } = target;
const env = { ...target.env, FORCE_COLOR: '1' };
const { stdout } = await runSelo(['run', '--profile', profileFile, '--depth', 'full', '--seed', '1', '--out', out], {
  env,
});
const [, id = ''] = stdout.match(/files: \S*\/(\w+)/) ?? [];
const browser = await chromium.launch({ executablePath });
try {
  const page = await browser.newPage({ viewport: { width: 1080, height: 760 }, deviceScaleFactor: 1 });
  await draw(page, terminalPage(stdout), 'terminal.png');
  await draw(page, await readFile(join(out, id, 'report.html'), 'utf8'), 'page.png');
} finally {
  await browser.close();
}
