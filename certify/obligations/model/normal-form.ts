import { isObject } from '../../../core/json.ts';

/**
 * A JSON value as text, with the fields of objects and the items of arrays in one order: a partner may list them in any.
 * `read` replaces what is neither an object nor an array.
 */
export const normalForm = (value: unknown, read: (plain: unknown) => unknown = (plain) => plain): string => {
  if (Array.isArray(value)) return `[${value.map((item) => normalForm(item, read)).toSorted()}]`;
  if (isObject(value)) {
    const fields = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${normalForm(each, read)}`);
    return `{${fields.toSorted()}}`;
  }
  return JSON.stringify(read(value)) ?? 'null';
};
