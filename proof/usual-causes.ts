import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { propertyDefects } from '../properties/all-defects.ts';
import { allDefects } from '../suites/all-defects.ts';

/** Rules do not import defects, so what `selo explain` says of them is data. */
const file = fileURLToPath(new URL('../reports/failures/usual-causes.json', import.meta.url));

/** What breaks each rule in the proof: how a platform that differs differs. Each ends the sentence "a platform that …". */
export const usualCauses = (): Record<string, string[]> => {
  const byRule = Map.groupBy([...allDefects, ...propertyDefects], ({ rule }) => rule);
  return Object.fromEntries(
    [...byRule].map(([rule, defects]) => [rule, [...new Set(defects.map(({ text }) => text))]]),
  );
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(file, `${JSON.stringify(usualCauses(), null, 2)}\n`);
}
