/** One request that a description of a target shows. */
export interface DescribedCall {
  method: string;
  /** Without the query, and without the path of the base URL where that is known. */
  path: string;
  /** An example of its body, or what its schema says of one. */
  body?: Record<string, unknown>;
}

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectAt = (value: unknown, ...names: string[]): Json => {
  const found = names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
  return isObject(found) ? found : {};
};

export const listAt = (value: unknown, name: string): unknown[] => {
  const found = isObject(value) ? value[name] : undefined;
  return Array.isArray(found) ? found : [];
};

export const parsedBody = (text: unknown): Json | undefined => {
  if (typeof text !== 'string') return undefined;
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
};
