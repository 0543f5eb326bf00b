import type { FieldNames } from '../field-names.ts';

/** Maps a path that a partner declares to the path that the platform of a session serves. */
export type UsualPath = (method: string, path: string) => string;

const escaped = /[.*+?^${}()|[\]\\]/g;

/** Turns a declared path into a pattern. A parameter matches one segment. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(escaped, String.raw`\$&`).replace(/:\w+/, '([^/]+)')}$`);

/** Creates the mapping. It returns an undeclared path unchanged. */
export const usualPathBy = (paths: NonNullable<FieldNames['paths']> = {}): UsualPath => {
  const declared = Object.entries(paths).flatMap(([route, path]) => {
    const [method, usual = ''] = route.split(' ');
    return path === undefined ? [] : [{ method, usual, pattern: patternOf(path) }];
  });
  // a path with a parameter also matches paths without one, so it comes last
  declared.sort((a, b) => Number(a.usual.includes(':')) - Number(b.usual.includes(':')));
  return (method, path) => {
    for (const { method: own, usual, pattern } of declared) {
      const found = own === method ? pattern.exec(path) : null;
      if (found !== null) return usual.replace(/:\w+/, () => found[1] ?? '');
    }
    return path;
  };
};
