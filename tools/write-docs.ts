import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { drillKinds, drillOf } from '../core/load-kinds.ts';
import { everyDefect } from '../proof/every-defect.ts';
import { cataloguePage } from '../reports/formats/catalogue-page.ts';
import { formats } from '../reports/formats/formats.ts';
import { resultJsonSchema } from '../reports/formats/json-schema.ts';
import { apiPage } from './docs/api-page.ts';
import { commandsPage } from './docs/commands-page.ts';
import { partnerPage, profileJsonSchema, profilePage } from './docs/config-pages.ts';
import { countsList, trustCounts } from './docs/counts.ts';
import { fillBlock } from './docs/generated-block.ts';
import { hooksOpenApi } from './docs/hooks-openapi.ts';
import { hooksPage } from './docs/hooks-page.ts';
import { obligationsPage } from './docs/obligations-page.ts';
import { situationsPage } from './docs/situations-page.ts';

// Writes every generated page and block. `--check` writes nothing and fails if one of them is not current.

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const drillsList = (): string => drillKinds.map((kind) => `- \`${kind}\`: ${drillOf(kind).does}`).join('\n');

/** The formats of reports, as a table that the formatter leaves as it is. */
const formatsTable = (): string => {
  const rows = [
    ['format', 'file', 'for'],
    ...Object.entries(formats).map(([name, { file, readers }]) => [`\`${name}\``, `\`${file}\``, readers]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const [heading = '', ...lines] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return [heading, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines].join('\n');
};

/** The defects of each rule, as data for `selo explain`, because rules do not import defects. */
const usualCauses = (): Record<string, string[]> => {
  const byRule = Map.groupBy(everyDefect, ({ rule }) => rule);
  return Object.fromEntries(
    [...byRule].map(([rule, defects]) => [rule, [...new Set(defects.map(({ text }) => text))]]),
  );
};

const pages: Readonly<Record<string, (current: string) => string | Promise<string>>> = {
  'README.md': (current) => fillBlock(current, 'counts', trustCounts()),
  'docs/api.md': apiPage,
  'docs/catalogue.md': cataloguePage,
  'docs/commands.md': commandsPage,
  'docs/figures.md': (current) => fillBlock(current, 'counts', countsList()),
  'docs/hooks.md': hooksPage,
  'docs/hooks.openapi.json': () => json(hooksOpenApi()),
  'docs/load.md': (current) => fillBlock(current, 'drills', drillsList()),
  'docs/obligations.md': obligationsPage,
  'docs/partner.md': partnerPage,
  'docs/profile.md': profilePage,
  'docs/profile.schema.json': () => json(profileJsonSchema()),
  'docs/reports.md': (current) => fillBlock(current, 'formats', formatsTable()),
  'docs/result.schema.json': resultJsonSchema,
  'docs/situations.md': situationsPage,
  'reports/failures/usual-causes.json': () => json(usualCauses()),
};

const isCheck = process.argv.includes('--check');
const root = new URL('../', import.meta.url);

for (const [name, render] of Object.entries(pages)) {
  const file = new URL(name, root);
  const current = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const page = await render(current);
  if (page === current) continue;
  if (isCheck) {
    process.exitCode = 1;
    process.stdout.write(`${name} is not current: run \`npm run docs\`\n`);
  } else {
    writeFileSync(file, page);
    process.stdout.write(`${name}\n`);
  }
}
