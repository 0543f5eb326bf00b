import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { billOfMaterials } from './bill-of-materials.ts';
import { compile } from './compile.ts';
import { copyData } from './copy-data.ts';
import { packageManifest } from './package-manifest.ts';
import { thirdPartyLicences } from './third-party-licences.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The folder's own name is the name that the bill of materials gives its subject. */
const folder = join(root, 'node_modules/.cache/package/selo');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await compile(root, folder);
copyData(root, folder);
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageManifest(root), null, 2)}\n`);
const bill = await billOfMaterials(root, folder);
writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
writeFileSync(join(folder, 'THIRD-PARTY-LICENCES'), thirdPartyLicences(root));
