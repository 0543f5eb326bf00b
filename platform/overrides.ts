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

/** Getters stay getters: the caller notices when the platform reads them. */
function merge(defaults: object, overrides: object, path: string): unknown {
  const merged = Object.getOwnPropertyDescriptors(defaults);
  for (const [key, overriding] of Object.entries(Object.getOwnPropertyDescriptors(overrides))) {
    if ('value' in overriding && overriding.value === undefined) continue;
    const standing = merged[key];
    if (standing === undefined) {
      throw new TypeError(`${path}${key} does not exist. Known here: ${Object.keys(defaults).join(', ')}`);
    }
    merged[key] =
      isGroup(standing.value) && isGroup(overriding.value)
        ? { ...overriding, value: merge(standing.value, overriding.value, `${path}${key}.`) }
        : overriding;
  }
  return Object.create(Object.prototype, merged);
}

/** The defaults with the overrides laid over them. Throws TypeError on a key that the defaults do not have. */
export function withOverrides<T extends object>(
  defaults: T,
  overrides: DeepPartial<NoInfer<T>> | undefined,
  name: string,
): T {
  // a merge keeps the keys of T and takes values whose types DeepPartial has checked; the compiler cannot follow that
  return merge(defaults, overrides ?? {}, `${name}.`) as T;
}
