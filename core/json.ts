export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A key as part of a JSON pointer. */
export const pointerPart = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** Follows a JSON pointer; undefined where it leads nowhere. */
export const valueAt = (root: unknown, pointer: string): unknown => {
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.includes('~') ? part.replaceAll('~1', '/').replaceAll('~0', '~') : part;
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isObject(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
};

const maxLength = 300;

/** Cuts a long text, but never within the name of a secret. */
export const brief = (text: string): string => {
  if (text.length <= maxLength) return text;
  const kept = text.slice(0, maxLength);
  const mark = kept.lastIndexOf('«');
  const isWithin = mark !== -1 && !kept.includes('»', mark) && text.includes('»', maxLength);
  return `${isWithin ? kept.slice(0, mark) : kept}… (${text.length} characters)`;
};

/** A value as JSON, not cut: secrets must be removed first. */
export const showWhole = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  // the same as JSON.stringify, but faster: most asserted values are numbers
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : JSON.stringify(value);
};

/** A value as reports show it: JSON, cut if it is long. */
export const show = (value: unknown): string => brief(showWhole(value));
