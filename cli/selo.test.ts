import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { runSelo } from './run/selo-process.ts';

// each test starts processes
describe('selo', { timeout: 30_000 }, () => {
  test.each([
    [['blah'], /unknown command 'blah'/],
    [['run', '--blah'], /unknown option '--blah'/],
    [['run', '--depth', 'deep'], /Allowed choices are quick, full/],
    [['run', '--seed', 'x'], /Expected a whole number from 0/],
    [['run', '--section', 'nope'], /There is no section nope\. The sections are: .*pagination/],
    [['run', '--rule', 'PAG-999'], /There is no rule PAG-999\. Did you mean PAG-/],
    [['run', '--base-url', 'http://127.0.0.1:1'], /selo init/],
    [['run', '--profile', '/nowhere/at-all.json'], /\/nowhere\/at-all\.json/],
    [['run', '--rerun-failed', '--out', '/nowhere/at-all'], /needs an earlier run/],
    [['explain', 'PAG-999'], /There is no rule PAG-999/],
    [['rules', '--json', '--markdown'], /cannot be used with/],
  ])('selo %j ends with exit 2, one message and no stack', async (args, message) => {
    const { code, stdout, stderr } = await runSelo(args, { cwd: tmpdir() });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  test('help names every command and ends with exit 0', async () => {
    const { code, stdout } = await runSelo(['--help']);
    for (const command of ['run', 'doctor', 'init', 'platform', 'capture', 'rules', 'explain']) {
      expect(stdout).toMatch(new RegExp(`^ {2}${command}\\b`, 'm'));
    }
    expect(code).toBe(0);
  });

  test('a rule is explained with what it needs and how to run it alone', async () => {
    const { code, stdout } = await runSelo(['explain', 'pag-2']);
    expect(stdout).toMatch(/^PAG-2 {2}Sizes from 1 to 50/);
    expect(stdout).toMatch(/statements +S101/);
    expect(stdout).toContain('selo run --rule PAG-2');
    expect(code).toBe(0);
  });

  test('the catalogue lists the rules of a section', async () => {
    const { stdout } = await runSelo(['rules', '--section', 'pagination', '--json']);
    const listed: unknown = JSON.parse(stdout);
    expect(listed).toContainEqual(expect.objectContaining({ id: 'PAG-3', section: 'pagination', level: 'must' }));
  });
});
