import { digestOfSources, sourcesOf } from '../../fixtures/reading/source-digest.ts';

/** The sources that decide a verdict, the level and the scenarios. They ship with this file. */
const roots = ['../obligations/judge.ts', './level.ts', '../scenarios/all-scenarios.ts'].map(
  (root) => new URL(root, import.meta.url),
);

/** The paths of the judging files, relative to the project's folder. */
export const ruleFiles = (): string[] => {
  const project = new URL('../../', import.meta.url).href;
  return [...sourcesOf(roots).keys()].map((url) => url.slice(project.length)).toSorted();
};

/** The digest of everything that judges. It changes with every change of the rules. */
export const rulesDigest = (): string => digestOfSources(roots);
