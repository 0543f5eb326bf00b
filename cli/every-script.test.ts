import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commands } from './commands.ts';
import { blocksOf, guideNamed } from './test-guide.ts';
import { triedScripts, untriedScripts } from './test-tried-scripts.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const guides = [
  ...globSync(['*.md', '*/README.md'], { cwd: root, exclude: ['node_modules'] }).map((path) => `../${path}`),
  ...globSync('**/*.md', { cwd: join(root, 'docs') }),
];
const scripts = guides.flatMap((guide) => blocksOf(guideNamed(guide), 'sh').map((script) => ({ guide, script })));
const listed = [...Object.values(triedScripts).flat(), ...untriedScripts];

const withoutCode = (text: string): string => text.replaceAll(/^ *```[\s\S]*?^ *```$|`[^`\n]*`/gm, '');

/** The command lines of `selo` in a text, each as its arguments. */
const linesIn = (text: string): string[][] =>
  [...text.replaceAll('\\\n', ' ').matchAll(/(?:^|[\s`])(?:npx selo|selo\.mjs) ([a-z][^\n`|&;>#]*)/g)].map(
    ([, line = '']) => line.trim().split(/\s+/),
  );

/** What is wrong with a command line, by the definition of its command; it is not run. */
const misunderstood = async ([name = '', ...args]: readonly string[]): Promise<string | undefined> => {
  const command = await commands[name]?.();
  if (!command) return `there is no command ${name}`;
  for (const each of [command, ...command.commands]) {
    each
      .exitOverride()
      .configureOutput({ writeErr: () => {} })
      .action(() => {});
  }
  try {
    await command.parseAsync(args, { from: 'user' });
    return undefined;
  } catch (error) {
    return String(error);
  }
};

test('every script of a guide is run by one test, or listed with the reason why not', () => {
  expect(scripts.length).toBeGreaterThan(40);
  const odd = scripts.filter(
    ({ guide, script }) => listed.filter((each) => each.guide === guide && each.wanted.test(script)).length !== 1,
  );
  expect(odd, 'add them to cli/test-tried-scripts.ts').toEqual([]);
});

test('nothing is listed that no guide has', () => {
  const stale = listed.filter(
    ({ guide, wanted }) => !scripts.some((each) => each.guide === guide && wanted.test(each.script)),
  );
  expect(stale).toEqual([]);
});

test('each test that is named runs what is listed for it', () => {
  for (const [name, groups] of Object.entries(triedScripts)) {
    const source = readFileSync(join(root, name), 'utf8');
    const isRunByList = source.includes(`scriptsTriedBy('${name}')`);
    expect(isRunByList || groups.every(({ guide }) => source.includes(`guideNamed('${guide}')`)), name).toBe(true);
  }
});

test('every command line of a guide is one that its command takes', async () => {
  const lines = guides
    .flatMap((guide) => linesIn(guideNamed(guide)))
    .filter((line) => !line.some((word) => /[…<>]/.test(word)));
  expect(lines.length).toBeGreaterThan(40);
  for (const line of lines) expect(await misunderstood(line), line.join(' ')).toBe(undefined);
});

test('every npm script of a guide is one of package.json', () => {
  const { scripts: known } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = guides.flatMap((guide) =>
    [...guideNamed(guide).matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name),
  );
  expect(new Set(named).size).toBeGreaterThan(8);
  expect(named.filter((name) => !(name in known))).toEqual([]);
});

test('every link of a guide leads to a file', () => {
  const dead = guides.flatMap((guide) =>
    [...withoutCode(guideNamed(guide)).matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, file = '']) => file)
      .filter((file) => !existsSync(join(root, 'docs', guide, '..', file)))
      .map((file) => `${guide}: ${file}`),
  );
  expect(dead).toEqual([]);
});

test.each(['../ARCHITECTURE.md', '../AGENTS.md', '../CONTRIBUTING.md', 'add-a-rule.md'])(
  'every file and folder that %s names is there',
  (guide) => {
    const named = [...guideNamed(guide).matchAll(/`([a-z-]+\/[\w./-]*)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);
