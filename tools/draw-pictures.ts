import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { runSelo, serveTarget } from '../cli/run/selo-process.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { everyDefect } from '../proof/every-defect.ts';

// Draws the picture of the README with the given Chromium: the page of a run on a platform with one defect.

const broken = 'DLV-20';
const picture = fileURLToPath(new URL('../docs/pictures/page.png', import.meta.url));

const defect = everyDefect.find(({ rule }) => rule === broken);
if (!defect) throw new Error(`no defect names ${broken}`);
const { policy, wrap } = defect;
const [executablePath] = process.argv.slice(2);
if (executablePath === undefined) throw new Error('name a Chromium: node tools/draw-pictures.ts $(which chromium)');
await using target = await serveTarget(omitUndefined({ policy, wrap }), (profile) => ({ ...profile, name: 'staging' }));
const { profileFile, out } = target;
const { stdout } = await runSelo(['run', '--profile', profileFile, '--depth', 'full', '--seed', '1', '--out', out], {
  env: target.env,
});
const [, id = ''] = stdout.match(/files: \S*\/(\w+)/) ?? [];
const browser = await chromium.launch({ executablePath });
try {
  const page = await browser.newPage({ viewport: { width: 1080, height: 760 }, deviceScaleFactor: 1 });
  await page.setContent(await readFile(join(out, id, 'report.html'), 'utf8'));
  await page.screenshot({ path: picture });
} finally {
  await browser.close();
}
