import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../fixtures/test-folder.ts';
import { folderFormats } from '../reports/formats/formats.ts';
import { sampleFailure, sampleResult, sampleVerdict } from '../reports/test-samples.ts';
import { runSelo, serveTarget } from './run/selo-process.ts';

const sample = sampleResult([sampleVerdict({ rule: 'PAG-1' }), sampleFailure()]);

const projectFolder = async (): Promise<AsyncDisposable & { path: string }> => {
  const folder = await temporaryFolder();
  mkdirSync(join(folder.path, 'reports/out'), { recursive: true });
  writeFileSync(join(folder.path, 'reports/out/latest.json'), JSON.stringify(sample));
  return folder;
};

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Makes a package unfindable for the processes that get it. */
const without = (name: string): string => {
  const script = `
    import { registerHooks } from 'node:module';
    const resolve = (specifier, context, next) => {
      if (specifier === '${name}') throw Object.assign(new Error('gone'), { code: 'ERR_MODULE_NOT_FOUND' });
      return next(specifier, context);
    };
    registerHooks({ resolve });`;
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
};

describe('selo report for Allure', () => {
  test('fills a folder beside the files of other formats, in place of what an earlier result left there', async () => {
    await using folder = await projectFolder();
    const args = ['report', '--format', 'allure,junit', '--out', 'made'];
    await runSelo(args, { cwd: folder.path });
    const { code, stdout, stderr } = await runSelo(args, { cwd: folder.path });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe('made/allure-results\nmade/junit.xml\n');
    const files = readdirSync(join(folder.path, 'made/allure-results'));
    expect(files.filter((name) => name.endsWith('-result.json'))).toHaveLength(2);
    expect(files).toEqual(expect.arrayContaining(['categories.json', 'environment.properties']));
  });

  test('no secret is in what it writes of a failing run', async () => {
    await using target = await serveTarget({ policy: { pages: { maxPageSize: 60 } } });
    const { profileFile, env, out } = target;
    await runSelo(['run', '--profile', profileFile, '--out', out, '--section', 'pagination', 'authentication'], {
      env,
    });
    await runSelo(['report', join(out, 'latest.json'), '--format', 'allure', '--out', out]);
    const results = join(out, 'allure-results');
    const texts = readdirSync(results).map((name) => readFileSync(join(results, name), 'utf8'));
    expect(texts.length).toBeGreaterThan(100);
    for (const secret of Object.values(env)) {
      for (const form of [secret, btoa(secret).replace(/=+$/, '')]) {
        expect(texts.filter((text) => text.includes(form))).toEqual([]);
      }
    }
  });

  test('makes the page of Allure with its history', async () => {
    await using folder = await projectFolder();
    const args = ['report', '--format', 'allure-report', '--out', 'made'];
    const { code, stdout } = await runSelo(args, { cwd: folder.path });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'made/allure-report\n' });
    expect(readdirSync(join(folder.path, 'made/allure-report')).toSorted()).toEqual([
      'allure-history.jsonl',
      'index.html',
    ]);
  });

  test('without the package allure, says what to install, and writes nothing', async () => {
    await using folder = await projectFolder();
    const { code, stdout, stderr } = await runSelo(['report', '--format', 'junit,allure-report', '--out', 'made'], {
      cwd: folder.path,
      env: { NODE_OPTIONS: without('allure') },
    });
    expect(stderr).toMatch(/^The package allure, .* is not installed: run "npm install --save-dev allure"/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(existsSync(join(folder.path, 'made'))).toBe(false);
  });

  test.each(Object.keys(folderFormats))('%s does not go to standard output', async (name) => {
    await using folder = await projectFolder();
    const { code, stdout, stderr } = await runSelo(['report', '--format', name], { cwd: folder.path });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(`The format ${name} is a folder of files: name where with --out.\n`);
  });

  test('the guide and the help name every format that is a folder', async () => {
    const { stdout } = await runSelo(['report', '--help']);
    for (const [name, { folder }] of Object.entries(folderFormats)) {
      expect(read('../docs/allure.md')).toMatch(new RegExp(`^\\| \`${name}\` +\\| \`${folder}/\` +\\|`, 'm'));
      expect(stdout).toMatch(new RegExp(`[ ,]${name}[,;]`));
    }
  });
});
