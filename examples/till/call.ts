/** The purpose of a call. */
export type Purpose =
  | 'send sale'
  | 'read sale'
  | 'cook sale'
  | 'settle sale'
  | 'void sale'
  | 'redeem on sale'
  | 'send person'
  | 'find person'
  | 'change person'
  | 'remove person'
  | 'send item'
  | 'send branch'
  | 'send basket'
  | 'register voucher'
  | 'register shared voucher'
  | 'look for voucher'
  | 'read voucher back'
  | 'read voucher'
  | 'write back'
  | 'mark as used'
  | 'register receiver'
  | 'change receiver'
  | 'drop receiver'
  | 'read list'
  | 'read configuration';

export type Body = Record<string, unknown>;

/** A call before its credentials are added. */
export interface Call {
  purpose: Purpose;
  /** The till's own id of the record, or a coupon's code. */
  about: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  path: string;
  query?: Record<string, string>;
  body?: Body;
  headers: Record<string, string>;
  /** The body as sent, if it is not `body` as JSON, or what writes it when it is sent. */
  text?: string | (() => string);
  /** From 1. */
  attempt: number;
}

/** Status 0: no response came. */
export interface Reply {
  status: number;
  body: Body;
}

export const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a reply is a 2xx. */
export const isOk = ({ status }: Reply): boolean => status >= 200 && status < 300;

export const textIn = (body: Body, name: string): string | undefined => {
  const value = body[name];
  return typeof value === 'string' ? value : undefined;
};

export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
