import type { FieldNames } from '../field-names.ts';

/** Finds the path at which the platform of a session serves what a partner asks for at a declared path of its own. */
export type UsualPath = (method: string, path: string) => string;

const escaped = /[.*+?^${}()|[\]\\]/g;

/** A declared path as a pattern; its parameter is what one segment holds. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(escaped, String.raw`\$&`).replace(/:\w+/, '([^/]+)')}$`);

/** Answers with the path as it is where the partner declares none of its own for it. */
export const usualPathBy = (paths: NonNullable<FieldNames['paths']> = {}): UsualPath => {
  const declared = Object.entries(paths).flatMap(([route, path]) => {
    const [method, usual = ''] = route.split(' ');
    return path === undefined ? [] : [{ method, usual, pattern: patternOf(path) }];
  });
  // a path with a parameter would take those without one for its value
  declared.sort((a, b) => Number(a.usual.includes(':')) - Number(b.usual.includes(':')));
  return (method, path) => {
    for (const { method: own, usual, pattern } of declared) {
      const found = own === method ? pattern.exec(path) : null;
      if (found !== null) return usual.replace(/:\w+/, () => found[1] ?? '');
    }
    return path;
  };
};
