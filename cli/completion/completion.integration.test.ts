import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commands } from '../commands.ts';
import { completionScript } from './completion-script.ts';

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

/** The words of a line before the script of completion is asked, for shells that complete as Bash does. */
const asInBash = (words: readonly string[]): string =>
  `COMP_WORDS=(selo ${quoted(words)}); COMP_CWORD=${words.length}; _selo selo ${quoted(words.slice(-1))}; printf '%s\\n' "\${COMPREPLY[@]}"`;

/** How each shell is asked what it offers for a line. */
const asking = {
  bash: (script: string, words: readonly string[]) => `${script}\n${asInBash(words)}`,
  // the words are asked for in the mode in which zsh runs a completion of Bash
  zsh: (script: string, words: readonly string[]) =>
    `autoload -U compinit && compinit -u -D\n${script}\nemulate sh; setopt kshglob noshglob braceexpand\n${asInBash(words)}`,
  fish: (script: string, words: readonly string[]) =>
    `${script}\ncomplete -C ${quoted([['selo', ...words].join(' ')])}`,
};

/** What a shell offers for a line, by its script; each without its description. */
const offered = async (shell: keyof typeof asking, ...words: string[]): Promise<string[]> => {
  const { stdout, stderr } = spawnSync(shell, ['-c', asking[shell](await completionScript(shell, commands), words)], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return (
    stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t')[0] ?? '')
      // zsh takes from what a completion of Bash offers those that begin with the word
      .filter((word) => word.startsWith(words.at(-1) ?? ''))
  );
};

const shells = ['bash', 'zsh', 'fish'] as const;
const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

test.for(shells)('%s completes commands, options and rule ids', async (shell, { skip }) => {
  if (!isThere(shell)) skip(`${shell} is not installed`);
  expect(await offered(shell, 'expl')).toEqual(['explain']);
  expect(await offered(shell, 'explain', 'PAG-1')).toContain('PAG-12');
  expect(await offered(shell, 'run', '--min')).toEqual(['--min-coverage']);
  expect(await offered(shell, 'run', '--depth', 'q')).toEqual(['quick']);
  expect(await offered(shell, 'run', '--rule', 'PAG-2', '--qu')).toEqual(['--quiet']);
});

test('Bash completes every command, and the further values of an option', async () => {
  expect((await offered('bash', '')).toSorted()).toEqual(Object.keys(commands).toSorted());
  expect(await offered('bash', 'run', '--rule', 'PAG-2', 'PAG-3')).toContain('PAG-3');
});

test.for(['zsh', 'fish', 'powershell'] as const)('the script for %s names every command', async (shell) => {
  const script = await completionScript(shell, commands);
  for (const name of Object.keys(commands)) expect(script).toContain(name);
  // a quote in a description would end a word of the shell
  for (const line of script.split('\n')) expect(line.split("'").length % 2).toBe(1);
});
