import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../fixtures/processes/free-port.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { startEmbedded } from '../../platform/embedded/start-embedded.ts';
import { blocksOf, guideNamed, runScript } from '../test-guide.ts';
import { scriptsTriedBy } from '../test-tried-scripts.ts';

test('the profile of the guide is found, completed and judged as it says', { timeout: 300_000 }, async () => {
  await using folder = await temporaryFolder();
  await using target = await startEmbedded({ dialect: 'foreign', policy: { timeScale: 0.05 } });
  const { baseUrl, accessHeader, companies } = target.profile;
  const [main, second] = companies;
  const port = await freePort('127.0.0.1');
  const here = (text: string): string =>
    text
      .replaceAll('https://staging.example.com', baseUrl)
      .replaceAll('https://hooks.example.com', `http://127.0.0.1:${port}`)
      .replaceAll('--capture-port 4020', `--capture-port ${port}`)
      .replaceAll('x-operator-key', accessHeader.name);
  const env = {
    SELO_ACCESS_KEY: accessHeader.value.value,
    SELO_TOKEN: main?.token.value ?? '',
    SELO_TOKEN_SECOND: second?.token.value ?? '',
  };
  const [profile = ''] = blocksOf(guideNamed('how-to/write-a-profile.md'), 'ts');
  writeFileSync(join(folder.path, 'staging.ts'), here(profile));
  const [init = '', doctor = '', run = '', ...rest] = scriptsTriedBy('cli/init/staging-guide.integration.test.ts').map(
    here,
  );
  expect(rest).toEqual([]);
  const tried = { cwd: folder.path, env };

  expect((await runScript(init, tried)).stdout).toContain('probed.ts is written');
  expect((await runScript(doctor, tried)).stdout).toMatch(/0 problems/);
  const { stdout } = await runScript(run, tried);
  expect(stdout).toMatch(/3 passed|3 of 3|3 pass/);
});
