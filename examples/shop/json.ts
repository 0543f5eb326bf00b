export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value that a text holds as JSON; undefined when it holds none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The field of that name when it is a text. */
export const textIn = (value: unknown, name: string): string | undefined => {
  const field = isObject(value) ? value[name] : undefined;
  return typeof field === 'string' ? field : undefined;
};
