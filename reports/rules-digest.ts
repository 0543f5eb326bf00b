import { digestOfSources } from '../fixtures/reading/source-digest.ts';

/** What decides the verdict on a rule, on a property, and on what every exchange is held against. */
const roots = [
  '../suites/catalogue.ts',
  '../properties/all-properties.ts',
  '../properties/property-judge.ts',
  '../suites/passive/rules.ts',
  '../suites/passive/judge-passively.ts',
  '../suites/session/make-context.ts',
].map((root) => new URL(root, import.meta.url));

let digest: string | undefined;

/** Of everything that judges a run: another digest means that other things were judged, or in another way. */
export const rulesDigest = (): string => {
  digest ??= digestOfSources(roots);
  return digest;
};
