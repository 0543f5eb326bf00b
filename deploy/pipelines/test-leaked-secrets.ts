import { textsBelow } from '../../reports/kit/test-run-folder.ts';

/** The secrets that are in the texts or in a file of the folders, as they are or in base64. */
export const leakedSecrets = async (
  secrets: readonly string[],
  folders: readonly string[],
  texts: readonly string[],
): Promise<string[]> => {
  const all = [...texts, ...(await Promise.all(folders.map(textsBelow))).flat()];
  const forms = secrets.flatMap((secret) => [secret, btoa(secret).replace(/=+$/, '')]);
  return forms.filter((form) => all.some((text) => text.includes(form)));
};
