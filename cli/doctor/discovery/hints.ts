import type { Json } from './json-path.ts';
import type { ListedResource } from './words.ts';

/** What a description of the target says: paths and bodies to try first. */
export interface Hints {
  paths(method: 'GET' | 'POST', resource: ListedResource): string[];
  /** An example of the body of a POST. */
  body(path: string): Json | undefined;
}

export const noHints: Hints = { paths: () => [], body: () => undefined };
