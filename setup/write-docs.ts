import { writeFileSync } from 'node:fs';
import { commandsPage } from './docs/commands-page.ts';
import { hooksOpenApi } from './docs/hooks-openapi.ts';
import { hooksPage } from './docs/hooks-page.ts';
import { profilePage } from './docs/profile-page.ts';
import { profileJsonSchema } from './docs/profile-schema.ts';
import { situationsPage } from './docs/situations-page.ts';

// Writes the pages of docs/ that are made from the code.

const pages = {
  'profile.md': profilePage(),
  'profile.schema.json': `${JSON.stringify(profileJsonSchema(), null, 2)}\n`,
  'commands.md': await commandsPage(),
  'hooks.md': hooksPage(),
  'situations.md': situationsPage(),
  'hooks.openapi.json': `${JSON.stringify(hooksOpenApi(), null, 2)}\n`,
};

for (const [name, page] of Object.entries(pages)) {
  writeFileSync(new URL(`../docs/${name}`, import.meta.url), page);
  process.stdout.write(`docs/${name}\n`);
}
