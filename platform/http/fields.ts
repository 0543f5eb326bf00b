import type { FieldProblem } from '../choices.ts';
import type { Instant } from '../dates/instant.ts';
import { readDateIn } from '../dates/read-date-in.ts';
import type { World } from '../world.ts';

/** `required` applies to creations, to full updates and to requests without a body. */
export type Need = 'required' | 'optional';

/** Reads the fields of a body and notes what is wrong with them. `null` counts as not sent. */
export interface FieldReader {
  text(name: string, need?: Need): string | undefined;
  number(name: string, need?: Need): number | undefined;
  flag(name: string, need?: Need): boolean | undefined;
  list(name: string, need?: Need): unknown[] | undefined;
  date(name: string, need?: Need): Instant | undefined;
  /** A string, or an object that is not empty. */
  textOrObject(name: string, need?: Need): unknown;
  /** A string or a number. The choice about numbers as text does not matter. */
  textOrNumber(name: string, need?: Need): string | number | undefined;
  oneOf<Value extends string>(name: string, values: readonly Value[], need?: Need): Value | undefined;
  object(name: string, need?: Need): FieldReader | undefined;
  isSent(name: string): boolean;
  /** Notes a problem that only the caller can see. */
  note(problem: FieldProblem): void;
  sent: Record<string, unknown>;
}

export interface ReaderSettings {
  isEnforced: boolean;
  note(problem: FieldProblem): void;
  /** The path of the object, ending with a dot. */
  path: string;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const decimal = /^-?\d+(\.\d+)?$/;

export function readFields(world: World, sent: Record<string, unknown>, settings: ReaderSettings): FieldReader {
  const { isEnforced, note, path } = settings;

  /** The value that `accept` returns. Notes a problem if that is undefined. */
  const read = <Value>(name: string, need: Need, expected: string, accept: (value: unknown) => Value | undefined) => {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (value === undefined || value === null || (value === '' && need === 'required')) {
      if (need === 'required' && isEnforced) note({ field: path + name, expected, isMissing: true });
      return undefined;
    }
    const accepted = accept(value);
    if (accepted === undefined) note({ field: path + name, expected, isMissing: false });
    return accepted;
  };

  const asNumber = (value: unknown) => {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    const isText = typeof value === 'string' && decimal.test(value);
    return isText && world.choices.requests.numbersAsText === 'accept' ? Number(value) : undefined;
  };
  const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);

  return {
    sent,
    note,
    isSent: (name) => Object.hasOwn(sent, name),
    text: (name, need = 'optional') => read(name, need, 'a text', asText),
    number: (name, need = 'optional') => read(name, need, 'a number', asNumber),
    flag: (name, need = 'optional') =>
      read(name, need, 'true or false', (value) => (typeof value === 'boolean' ? value : undefined)),
    list: (name, need = 'optional') =>
      read(name, need, 'a list', (value): unknown[] | undefined => (Array.isArray(value) ? value : undefined)),
    date: (name, need = 'optional') =>
      read(name, need, 'a date', (value) => (typeof value === 'string' ? readDateIn(world, 'body', value) : undefined)),
    textOrObject: (name, need = 'optional') =>
      read(name, need, 'a text or an object', (value) =>
        typeof value === 'string' || (isObject(value) && Object.keys(value).length > 0) ? value : undefined,
      ),
    textOrNumber: (name, need = 'optional') =>
      read(name, need, 'a text or a number', (value) =>
        typeof value === 'string' || typeof value === 'number' ? value : undefined,
      ),
    oneOf: (name, values, need = 'optional') =>
      read(name, need, `one of ${values.join(', ')}`, (value) => values.find((known) => known === value)),
    object(name, need = 'optional') {
      const inner = read(name, need, 'an object', (value) => (isObject(value) ? value : undefined));
      // if a required object is missing, its required fields are missing as well
      const isWanting = inner === undefined && need === 'required' && isEnforced && !isObject(sent[name]);
      if (inner === undefined && !isWanting) return undefined;
      return readFields(world, inner ?? {}, {
        isEnforced: true,
        note,
        path: `${path}${name}.`,
      });
    },
  };
}
