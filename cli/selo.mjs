#!/usr/bin/env node
// Plain JavaScript, so that any version of Node can say that Selo needs Node 24.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const oldestMajor = 24;

/** The package contains compiled files, a clone contains TypeScript. */
const isPackage = existsSync(join(here, 'selo.js'));

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}

async function handOver() {
  const { chooseNode } = await import('../tools/node-runtime.mjs');
  const { runNode } = await import('../tools/run-node.mjs');
  let node;
  try {
    node = chooseNode(root);
  } catch (error) {
    return fail(error.message);
  }
  process.exitCode = await runNode(node.path, [join(here, 'selo.ts'), ...process.argv.slice(2)], process.cwd());
}

if (!isPackage && !existsSync(join(root, 'node_modules'))) {
  fail(`The packages of Selo are missing: run "npm install" in ${root}.`);
} else if (Number.parseInt(process.versions.node, 10) >= oldestMajor) {
  await import(isPackage ? './selo.js' : './selo.ts');
} else if (isPackage) {
  fail(
    `Selo needs Node.js ${oldestMajor} or newer, and this is ${process.versions.node}: install it from https://nodejs.org.`,
  );
} else {
  await handOver();
}
