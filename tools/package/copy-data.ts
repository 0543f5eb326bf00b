import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the compiled code reads, and those who install it, by where it stands in the project and in the package. */
const files: Readonly<Record<string, string>> = {
  'cli/selo.mjs': 'cli/selo.mjs',
  'load/k6/go.mod': 'load/k6/go.mod',
  'load/k6/go.sum': 'load/k6/go.sum',
  'load/k6/no-settings.json': 'load/k6/no-settings.json',
  'reports/run-page/client/client.js': 'reports/run-page/client/client.js',
  'docs/package.md': 'README.md',
  'docs/profile.schema.json': 'profile.schema.json',
  'CHANGELOG.md': 'CHANGELOG.md',
  LICENSE: 'LICENSE',
};

/** Copies what is no TypeScript. Throws the system's error where a file is missing. */
export const copyData = (root: string, folder: string): void => {
  for (const [from, to] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    copyFileSync(join(root, from), join(folder, to));
  }
};
