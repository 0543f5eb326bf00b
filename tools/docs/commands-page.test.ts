import { expect, test } from 'vitest';
import { commands } from '../../cli/commands.ts';
import { commandsPage } from './commands-page.ts';

const page = await commandsPage();
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n')[0] ?? '', section]),
);

test('every command has a section with its exit codes', () => {
  const below: Record<string, string[]> = {
    keys: ['keys new', 'keys introduce', 'keys revoke', 'keys trust', 'keys list'],
    certify: ['certify', 'certify doctor', 'certify init'],
  };
  const names = Object.keys(commands).flatMap((name) => (below[name] ?? [name]).map((each) => `selo ${each}`));
  expect([...sections.keys()]).toEqual(names);
  for (const [name, section] of sections) expect(section, name).toMatch(/^Exit codes:\n {2}0 +\w/m);
});

test('a section shows arguments, options, choices, defaults and the environment', () => {
  const certify = sections.get('selo certify');
  expect(certify).toContain(
    '| `--partner <file>` | JSON file that says who is certified, what the software can do, and how to make it act; required |',
  );
  expect(certify).toMatch(/^ {2}SELO_SIGNING_KEY +private key/m);
  expect(sections.get('selo load')).toMatch(/^\| `script` \| .*: `orders`, `webhooks`, `mixed` \| {2}\|$/m);
  expect(sections.get('selo run')).toMatch(/^\| `--out <folder>` \| .* \| `reports\/out` \|$/m);
});

test('no line of a note is wider than a terminal', () => {
  for (const [name, section] of sections) {
    const blocks = section.match(/^```text\n[\s\S]*?^```$/gm) ?? [];
    for (const line of blocks.join('\n').split('\n')) expect(line.length, `${name}: ${line}`).toBeLessThanOrEqual(80);
  }
});
