import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';

const entry = fileURLToPath(new URL('./selo.ts', import.meta.url));

/** The text of a guide in docs/. */
export const guideNamed = (name: string): string => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8');

/** The code blocks of a guide in a language, including those in lists, without indentation. */
export const blocksOf = (guide: string, language: string): string[] =>
  [...guide.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^\\1\`\`\`$`, 'gm'))].map(
    ([, indentation = '', block = '']) => block.replaceAll(new RegExp(`^${indentation}`, 'gm'), ''),
  );

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** The matching commands of a guide, including those of its pipelines. */
export const scriptsOf = (guide: string, wanted: RegExp): string[] =>
  [...blocksOf(guide, 'sh'), ...blocksOf(guide, 'yaml').flatMap((block) => textsIn(parse(block)))].filter((script) =>
    wanted.test(script),
  );

interface Given {
  cwd: string;
  env?: Record<string, string>;
  /** Shell functions that replace what is not to be run. `npx selo` runs this project. */
  stubs?: string;
}

/** Runs commands of a guide. Rejects if one of them fails. */
export const runScript = (
  script: string,
  { cwd, env = {}, stubs = '' }: Given,
): Promise<{ stdout: string; stderr: string }> => {
  // so that k6 is found
  const { PATH, HOME, XDG_CACHE_HOME, SELO_K6 } = process.env;
  const npx = `selo() { "${process.execPath}" "${entry}" "$@"; }\nnpx() { "$@"; }`;
  return promisify(execFile)('bash', ['--norc', '-c', `set -eu\n${npx}\n${stubs}\n${script}`], {
    cwd,
    env: { PATH, HOME, XDG_CACHE_HOME, SELO_K6, ...env },
  });
};
