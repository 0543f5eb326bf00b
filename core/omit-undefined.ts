type Defined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** Leaves out the properties that are undefined, because `key?: T` does not accept `undefined`. */
export function omitUndefined<T extends object>(properties: T): Defined<T>;
export function omitUndefined(properties: object): object {
  const defined: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(properties)) if (value !== undefined) defined[key] = value;
  return defined;
}
