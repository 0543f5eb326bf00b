import { isObject } from '../../core/json.ts';

/** Removes the address: `address`, or the objects in the object that has the customer's phone. */
export const withoutAddress = (value: unknown, phone: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutAddress(item, phone));
  if (!isObject(value)) return value;
  const isCustomer = Object.values(value).some((field) => typeof field === 'string' && field.includes(phone));
  const kept = Object.entries(value).filter(([key, field]) => !isCustomer || (key !== 'address' && !isObject(field)));
  return Object.fromEntries(kept.map(([key, field]) => [key, withoutAddress(field, phone)]));
};
