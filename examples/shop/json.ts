export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses JSON; undefined for an invalid text. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The field of that name if it is a string. */
export const textIn = (value: unknown, name: string): string | undefined => {
  const field = isObject(value) ? value[name] : undefined;
  return typeof field === 'string' ? field : undefined;
};
