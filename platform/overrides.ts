/** Every key is optional, at every depth. Functions and arrays are replaced as a whole. */
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

/** Getters stay getters, because defects use them to see when the platform reads a value. */
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

/** The defaults with the overrides. Throws `TypeError` on a key that the defaults do not have. */
export function withOverrides<T extends object>(
  defaults: T,
  overrides: DeepPartial<NoInfer<T>> | undefined,
  name: string,
): T {
  // the compiler does not know that a merge keeps the keys and types of T
  return merge(defaults, overrides ?? {}, `${name}.`) as T;
}
