import { isObject } from '../../core/json.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';

/** A notification as it is sent to the partner's receiver. */
export interface Notification {
  url: string;
  headers: Record<string, string>;
  /** Replaces headers in the record that have a part of a credential. */
  shownHeaders?: Record<string, string>;
  body: string;
}

/** A code that no coupon has. */
const forgedCode = (number: number): string => `FORGED-${number}`;

/** An id that no coupon and no order has. */
const forgedId = (kind: 'a' | 'b', number: number): string =>
  `${kind.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A bearer that begins as the right one does. */
const forgedBearer = (authorization: string | undefined): string => {
  const right = authorization?.replace(/^Bearer /, '') ?? '';
  return `Bearer ${right.slice(0, Math.ceil(right.length / 2))}not-the-one`;
};
const shownBearer = 'Bearer not-the-one';

const fieldsIn = (text: string): Record<string, unknown> => {
  const value = parsedJson(text);
  return isObject(value) ? value : {};
};

const textIn = (body: string, name: 'code' | 'companyId'): string => {
  const { [name]: value } = fieldsIn(body);
  return typeof value === 'string' ? value : '';
};

/** The code of the coupon; empty if the body names none. */
export const codeIn = (body: string): string => textIn(body, 'code');

/** The platform's id of the company; empty if the body names none. */
export const companyIdIn = (body: string): string => textIn(body, 'companyId');

/** A notification of another coupon that the platform did not send: its bearer is wrong or missing. */
export const forged = (
  notification: Notification,
  kind: 'wrong bearer' | 'no bearer',
  number: number,
): Notification => {
  const { authorization, ...others } = notification.headers;
  const fields = fieldsIn(notification.body);
  const headersWith = (bearer: string): Record<string, string> =>
    kind === 'no bearer' ? others : { ...others, authorization: bearer };
  return {
    ...notification,
    headers: headersWith(forgedBearer(authorization)),
    shownHeaders: headersWith(shownBearer),
    body: JSON.stringify({
      ...fields,
      code: forgedCode(number),
      id: forgedId('a', number),
      // a partner may look the coupon up by any of these
      orderId: fields.orderId === null ? null : forgedId('b', number),
    }),
  };
};

export const withUnknownFields = (notification: Notification): Notification => ({
  ...notification,
  body: JSON.stringify({ ...fieldsIn(notification.body), channel: 'panel', meta: { version: 2 } }),
});

/** Writes the same JSON with another order of fields, with whitespace and with escapes. */
export const inAnotherForm = (notification: Notification, number: number): Notification => {
  const fields = fieldsIn(notification.body);
  const turned = JSON.stringify(Object.fromEntries(Object.entries(fields).toReversed()));
  const forms = [turned, JSON.stringify(fields, null, 2), turned.replaceAll('-', String.raw`\u002d`)];
  return { ...notification, body: forms[Math.min(number, forms.length - 1)] ?? turned };
};
