import { isObject } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';

export type WireAnswer = Pick<Exchange, 'status' | 'headers' | 'text'>;

/** Removes from an answer what a rule could look at, and leaves an answer. */
export type Degrade = (answer: WireAnswer, method: string) => WireAnswer;

const page = '<!doctype html><html><body>Welcome</body></html>';
const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html' };

/** The envelope of a list; undefined for any other answer. */
export const envelopeIn = ({ text }: Pick<WireAnswer, 'text'>): { pagination: object } | undefined => {
  const body = parsedJson(text);
  return isObject(body) && isObject(body.pagination) ? { pagination: body.pagination } : undefined;
};

const emptied: Degrade = (answer) => {
  const envelope = envelopeIn(answer);
  if (!envelope) return answer;
  const pagination = { ...envelope.pagination, totalRecords: 0, totalPages: 0 };
  return { ...answer, text: JSON.stringify({ pagination, data: [] }) };
};

export const degradations = {
  '503': () => ({ status: 503, headers: html, text: page }),
  '429': () => ({ status: 429, headers: json, text: '{"message":"slow down"}' }),
  'no body': ({ status }) => ({ status, headers: json, text: '' }),
  'an empty object': ({ status }) => ({ status, headers: json, text: '{}' }),
  null: ({ status }) => ({ status, headers: json, text: 'null' }),
  'an HTML page': ({ status }) => ({ status, headers: html, text: page }),
  'an empty list': emptied,
  'the right body as text/html': (answer) => ({ ...answer, headers: html }),
  'nothing but 400': () => ({ status: 400, headers: json, text: '{"message":["the body is not right"]}' }),
  'nothing but 403': () => ({ status: 403, headers: html, text: page }),
  'nothing but 404': () => ({ status: 404, headers: json, text: '{"message":"Not found"}' }),
  'nothing but 422': () => ({ status: 422, headers: json, text: '{"message":"Not possible"}' }),
  '404 to GET': (answer, method) =>
    method === 'GET' ? { status: 404, headers: json, text: '{"message":"Not found"}' } : answer,
} satisfies Record<string, Degrade>;

export type Degradation = keyof typeof degradations;
