import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/test-folder.ts';

const entry = new URL('../selo.mjs', import.meta.url).pathname;
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

/** Runs `selo init` in a terminal, and types each answer when its question is shown. */
const initInTerminal = async (cwd: string, answers: readonly [question: string, answer: string][]): Promise<string> => {
  // a terminal without columns shows one letter a line
  const command = `stty cols 120 rows 40; exec '${process.execPath}' '${entry}' init`;
  const dialog = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { cwd });
  const ended = once(dialog, 'exit');
  let shown = '';
  const left = [...answers];
  dialog.stdout.on('data', (chunk: Buffer) => {
    shown += stripVTControlCharacters(chunk.toString());
    const [question, answer] = left[0] ?? [];
    if (question === undefined || !shown.includes(question)) return;
    left.shift();
    dialog.stdin.write(`${answer}\r`);
  });
  await ended;
  return shown;
};

test.skipIf(!hasTerminal)('init asks for what the options omit, and Enter accepts what it proposes', async () => {
  await using folder = await temporaryFolder();
  const shown = await initInTerminal(folder.path, [
    ['Where is the target?', 'https://staging.shop.example'],
    ['second header?', ''],
    ['hold the tokens?', 'SELO_TOKEN_A, SELO_TOKEN_B'],
    ['requests to the target now?', 'n'],
  ]);
  const file = join(folder.path, 'selo.config.ts');
  expect({ shown, isWritten: existsSync(file) }).toMatchObject({ isWritten: true });
  const profile = readFileSync(file, 'utf8');
  expect(profile).toContain(`baseUrl: 'https://staging.shop.example'`);
  expect(profile).toContain(`name: 'service-access'`);
  expect(profile).toContain('SELO_TOKEN_A');
  expect(profile).toContain('SELO_TOKEN_B');
});
