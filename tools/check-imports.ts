import { readImports } from './import-graph.ts';
import { findViolations } from './import-rules.ts';

const imports = readImports(process.cwd());
const violations = findViolations(imports);
for (const { rule, at, text } of violations) process.stdout.write(`${at} ${text} [${rule}]\n`);
if (violations.length > 0) process.exitCode = 1;
else process.stdout.write(`${imports.length} imports, none against the rules\n`);
