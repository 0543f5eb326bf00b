import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secrets that are in the texts or in a file of the folders, as they are or in base64. */
export const leakedSecrets = (
  secrets: readonly string[],
  folders: readonly string[],
  texts: readonly string[],
): string[] => {
  const files = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((file) => file.isFile());
  const all = [...texts, ...files.map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))];
  const forms = secrets.flatMap((secret) => [secret, btoa(secret).replace(/=+$/, '')]);
  return forms.filter((form) => all.some((text) => text.includes(form)));
};
