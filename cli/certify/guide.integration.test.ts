import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exampleShop } from '../../certify/session/example-session.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { runScript } from '../test-guide.ts';
import { scriptsTriedBy } from '../test-tried-scripts.ts';

/** One scenario in place of all: its certificate is incomplete, which is exit code 3. */
const stubs = `
npx() {
  if [ "$2" = certify ]; then "$@" --scenario order || [ $? = 3 ]; else "$@"; fi
}`;

test.each(scriptsTriedBy('cli/certify/guide.integration.test.ts').map((script) => [script]))(
  'the commands of the guide work: %s',
  async (script) => {
    await using folder = await temporaryFolder();
    mkdirSync(join(folder.path, 'examples/shop'), { recursive: true });
    writeFileSync(join(folder.path, 'examples/shop/partner.json'), JSON.stringify(await exampleShop()));
    const { stdout } = await runScript(script, { cwd: folder.path, stubs });
    expect(stdout).toContain('incomplete');
    expect(stdout).toMatch(/verdicts? (were |was )?computed again|✓/);
  },
);
