import type { Secret } from '../../fixtures/profile/secret.ts';
import { type Replaced, secretReplacer } from '../../fixtures/redaction/replace-secrets.ts';

/** Shorter values occur by chance in any file. */
const minLength = 8;

/**
 * Returns a function that replaces the secrets of a run in a text by their names, in any encoding. JSON stays JSON.
 * Secrets of fewer than eight characters are ignored.
 */
export const canaryFor = (secrets: readonly Secret[]): ((text: string) => Replaced) =>
  secretReplacer(secrets.filter(({ value }) => value.length >= minLength));
