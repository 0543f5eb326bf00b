import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commands } from '../commands.ts';
import { completionScript } from './completion-script.ts';

/** What Bash offers for a line, by the script. */
const offered = async (...words: string[]): Promise<string[]> => {
  const script = await completionScript('bash', commands);
  const line = words.map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(selo ${line}); COMP_CWORD=${words.length}; _selo selo "\${COMP_WORDS[COMP_CWORD]}"; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', `${script}\n${ask}`], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean);
};

test('Bash completes commands, options and rule ids', async () => {
  expect((await offered('')).toSorted()).toEqual(Object.keys(commands).toSorted());
  expect(await offered('expl')).toEqual(['explain']);
  expect(await offered('explain', 'PAG-1')).toContain('PAG-12');
  expect(await offered('run', '--min')).toEqual(['--min-coverage']);
  expect(await offered('run', '--depth', 'q')).toEqual(['quick']);
  expect(await offered('run', '--rule', 'PAG-2', 'PAG-3')).toContain('PAG-3');
  expect(await offered('run', '--rule', 'PAG-2', '--qu')).toEqual(['--quiet']);
});

test.for(['zsh', 'fish', 'powershell'] as const)('the script for %s names every command', async (shell) => {
  const script = await completionScript(shell, commands);
  for (const name of Object.keys(commands)) expect(script).toContain(name);
  // a quote in a description would end a word of the shell
  for (const line of script.split('\n')) expect(line.split("'").length % 2).toBe(1);
});
