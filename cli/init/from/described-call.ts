import { isObject, type JsonObject } from '../../../core/json.ts';

/** A request that a description of the target shows. */
export interface DescribedCall {
  method: string;
  /** Without the query, and without the path of the base URL if that is known. */
  path: string;
  /** An example of its body, or one made from its schema. */
  body?: JsonObject;
}

/** The object at the end of these names; an empty one if there is none. */
export const objectAt = (value: unknown, ...names: string[]): JsonObject => {
  const found = names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
  return isObject(found) ? found : {};
};
