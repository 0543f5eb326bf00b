import { isObject } from '../../../core/json.ts';

/**
 * A JSON value as text, with the fields of objects and the items of arrays in one order: a partner may list them in any.
 * `read` replaces what is neither an object nor an array; `field` is the name of the field that has the value.
 */
export const normalForm = (
  value: unknown,
  read: (plain: unknown, field: string) => unknown = (plain) => plain,
  field = '',
): string => {
  if (Array.isArray(value)) return `[${value.map((item) => normalForm(item, read, field)).toSorted()}]`;
  if (isObject(value)) {
    const fields = Object.entries(value).map(
      ([name, each]) => `${JSON.stringify(name)}:${normalForm(each, read, name)}`,
    );
    return `{${fields.toSorted()}}`;
  }
  return JSON.stringify(read(value, field)) ?? 'null';
};
