/** Every key optional, at every depth; functions and lists are replaced whole. */
export type DeepPartial<T> = T extends (...given: never[]) => unknown
  ? T
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? { [K in keyof T]?: DeepPartial<T[K]> }
      : T;

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function merge(defaults: Record<string, unknown>, overrides: Record<string, unknown>, path: string) {
  const merged = { ...defaults };
  for (const [key, value] of Object.entries(overrides)) {
    if (value === undefined) continue;
    if (!(key in defaults)) {
      throw new TypeError(`${path}${key} does not exist. Known here: ${Object.keys(defaults).join(', ')}`);
    }
    const standing = defaults[key];
    merged[key] = isGroup(standing) && isGroup(value) ? merge(standing, value, `${path}${key}.`) : value;
  }
  return merged;
}

/** The defaults with the overrides laid over them. Throws TypeError on a key that the defaults do not have. */
export function withOverrides<T extends object>(
  defaults: T,
  overrides: DeepPartial<NoInfer<T>> | undefined,
  name: string,
): T {
  // a merge keeps the keys of T and takes values whose types DeepPartial has checked; the compiler cannot follow that
  return merge(Object.fromEntries(Object.entries(defaults)), { ...overrides }, `${name}.`) as T;
}
