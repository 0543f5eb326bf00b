import type { JsonObject } from '../../core/json.ts';

/** Whether a body contains a value unchanged, under any name. */
export const carries = (body: unknown, value: unknown): boolean =>
  body === value ||
  (typeof body === 'object' && body !== null && Object.values(body).some((part) => carries(part, value)));

/** The fields whose values a body contains. Only these can be expected of the stored record. */
export const carriedIn = <Fields extends JsonObject>(body: unknown, fields: Fields): Partial<Fields> => {
  const carried: Partial<Fields> = { ...fields };
  for (const name in fields) if (!carries(body, fields[name])) delete carried[name];
  return carried;
};
