import type { Secret } from '../../fixtures/profile/secret.ts';
import { type Replaced, secretReplacer } from '../../fixtures/redaction/replace-secrets.ts';

/** Shorter values occur by chance in any file. */
const shortest = 8;

/**
 * Searches the text of a file for the secrets of a run, in whatever form, and replaces them by their names. JSON stays
 * JSON. Secrets of fewer than eight characters are not searched for.
 */
export const canaryFor = (secrets: readonly Secret[]): ((text: string) => Replaced) =>
  secretReplacer(secrets.filter(({ value }) => value.length >= shortest));
