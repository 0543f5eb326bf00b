import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { thirdPartyLicenses } from './third-party-licenses.ts';

interface Packages {
  /** As the lock file has them, by their names. */
  packages: Record<string, object>;
  /** The texts that come with them. */
  texts: Record<string, string>;
}

const folderOf = async ({ packages, texts }: Packages): Promise<AsyncDisposable & { path: string }> => {
  const folder = await temporaryFolder();
  const write = (file: string, content: object): void =>
    writeFileSync(join(folder.path, file), JSON.stringify(content));
  const locked = Object.entries(packages).map(([name, each]) => [
    `node_modules/${name}`,
    { version: '1.0.0', ...each },
  ]);
  write('package.json', { optionalDependencies: { runtime: '1.0.0' } });
  write('package-lock.json', { packages: { '': {}, ...Object.fromEntries(locked) } });
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(join(folder.path, 'node_modules', name), { recursive: true });
    writeFileSync(join(folder.path, 'node_modules', name, 'LICENSE.md'), text);
  }
  return folder;
};

test('packages with the same text are listed above it together', async () => {
  const packages = { one: { license: 'MIT' }, two: { license: 'MIT' }, three: { license: 'ISC' } };
  await using folder = await folderOf({
    packages,
    texts: { one: 'do as\r\nyou like', two: 'do as\nyou like\n', three: 'do' },
  });
  const licenses = thirdPartyLicenses(folder.path);
  expect(licenses).toContain('one 1.0.0 (MIT)\ntwo 1.0.0 (MIT)\n\ndo as\nyou like\n');
  expect(licenses).toContain('three 1.0.0 (ISC)\n\ndo\n');
});

test('development packages and the packaged Node are left out', async () => {
  const packages = { one: { license: 'MIT' }, builder: { dev: true }, either: { devOptional: true }, runtime: {} };
  await using folder = await folderOf({ packages, texts: { one: 'do' } });
  expect(thirdPartyLicenses(folder.path)).not.toMatch(/builder|either|runtime/);
});

test('a build for one machine has the license of its package', async () => {
  const whole = { license: 'MIT', optionalDependencies: { 'whole-linux': '1.0.0', watcher: '~2.0.0' } };
  const packages = {
    whole,
    'whole-linux': { license: 'MIT', optional: true },
    watcher: { license: 'MIT', optional: true, version: '2.0.0' },
  };
  await using folder = await folderOf({ packages, texts: { whole: 'do' } });
  const licenses = thirdPartyLicenses(folder.path);
  expect(licenses).toContain('whole 1.0.0 (MIT)\nwhole-linux 1.0.0 (MIT)\n\ndo\n');
  expect(licenses).toContain('watcher 2.0.0 (MIT)\n\nThe text comes with the package');
});

test('an Apache license without its text gets that of another package', async () => {
  const packages = { bare: { license: 'Apache-2.0' }, whole: { license: 'Apache-2.0' } };
  await using folder = await folderOf({ packages, texts: { whole: 'Apache License' } });
  expect(thirdPartyLicenses(folder.path)).toContain(
    'bare 1.0.0 (Apache-2.0)\nwhole 1.0.0 (Apache-2.0)\n\nApache License',
  );
});

test.each([
  ['no identifier', { one: {} }, { one: 'do' }],
  ['no text', { one: { license: 'MIT' } }, {}],
])('a package with %s is refused', async (_, packages, texts) => {
  await using folder = await folderOf({ packages, texts });
  expect(() => thirdPartyLicenses(folder.path)).toThrow('no license is known for one 1.0.0');
});
