import { digestOfSources, sourcesOf } from '../../fixtures/reading/source-digest.ts';

/** What decides a verdict, what verdicts come to, and what has to be played; they stand beside this file wherever it runs. */
const roots = ['../obligations/judge.ts', './level.ts', '../scenarios/all-scenarios.ts'].map(
  (root) => new URL(root, import.meta.url),
);

/** The files that take part, below the project's folder. */
export const ruleFiles = (): string[] => {
  const project = new URL('../../', import.meta.url).href;
  return [...sourcesOf(roots).keys()].map((url) => url.slice(project.length)).toSorted();
};

/** Of everything that judges: another digest means that other things were judged, or in another way. */
export const rulesDigest = (): string => digestOfSources(roots);
