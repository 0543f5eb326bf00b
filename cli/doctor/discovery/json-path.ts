import { isObject, type JsonObject } from '../../../core/json.ts';

/** The names that lead to a field, outermost first. */
export type Path = readonly string[];

/** The object with a value at the path; undefined if a value on the way is not an object. */
export const withValueAt = (object: JsonObject, [name, ...rest]: Path, value: unknown): JsonObject | undefined => {
  if (name === undefined) return undefined;
  if (rest.length === 0) return { ...object, [name]: value };
  const inner = Object.hasOwn(object, name) ? object[name] : {};
  const within = isObject(inner) ? withValueAt(inner, rest, value) : undefined;
  return within && { ...object, [name]: within };
};

export const hasAt = (object: unknown, [name, ...rest]: Path): boolean => {
  if (name === undefined) return true;
  return isObject(object) && Object.hasOwn(object, name) && hasAt(object[name], rest);
};

/** Every string and number in a value. */
export const leavesIn = (value: unknown): (string | number)[] => {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(leavesIn);
};
