import { digestOfSources } from '../fixtures/reading/source-digest.ts';

/** The sources that decide verdicts. */
const roots = [
  '../suites/catalogue.ts',
  '../properties/all-properties.ts',
  '../properties/property-judge.ts',
  '../suites/passive/rules.ts',
  '../suites/passive/judge-passively.ts',
  '../suites/session/make-context.ts',
].map((root) => new URL(root, import.meta.url));

let digest: string | undefined;

/** The digest of everything that decides verdicts: if it differs, verdicts may differ. */
export const rulesDigest = (): string => {
  digest ??= digestOfSources(roots);
  return digest;
};
