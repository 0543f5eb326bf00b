import type { JsonObject } from '../../core/json.ts';
/** Whether a body carries a value as it is, under whatever name the profile gives it. */
export const carries = (body: unknown, value: unknown): boolean =>
  body === value ||
  (typeof body === 'object' && body !== null && Object.values(body).some((part) => carries(part, value)));

/** The fields whose values a body carries: those that a stored record can be held to. */
export const carriedIn = <Fields extends JsonObject>(body: unknown, fields: Fields): Partial<Fields> => {
  const carried: Partial<Fields> = { ...fields };
  for (const name in fields) if (!carries(body, fields[name])) delete carried[name];
  return carried;
};
