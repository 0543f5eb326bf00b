export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Follows a JSON pointer; undefined where it leads nowhere. */
export const valueAt = (root: unknown, pointer: string): unknown => {
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isObject(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
};

const shownLength = 300;

/** A value as a report shows it: JSON, cut where it grows long. */
export const show = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > shownLength ? `${text.slice(0, shownLength)}… (${text.length} characters)` : text;
};
