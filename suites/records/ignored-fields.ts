import { isObject, type JsonObject } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import { expectHolds } from '../judge/expect.ts';

/** Names and texts in a value, without the fields that repeat the request. */
const textsIn = (value: unknown, sent: Readonly<JsonObject>): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, sent));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const isRepeated = Object.hasOwn(sent, name) && JSON.stringify(sent[name]) === JSON.stringify(field);
    return isRepeated ? [] : [name, ...textsIn(field, sent)];
  });
};

/** The texts of a response that do not repeat the request. */
const ownTexts = ({ body, headers, request }: Exchange, sent: Readonly<JsonObject>): string[] => [
  ...textsIn(body, sent).filter((text) => text !== request.body),
  ...Object.entries(headers).flat(),
];

const warning = /warn|ignor|unknown|unrecogni[sz]ed|unexpected|not allowed|desconhecid|aviso/i;

interface Ignored {
  /** The unknown fields that were sent. */
  unknown: Readonly<JsonObject>;
  /** The response to the same write without them. */
  control: Exchange;
}

/** Asserts that the response to a write does not mention the unknown fields, neither by name nor in general. */
export const expectNoWarning = (answer: Exchange, { unknown, control }: Ignored): void => {
  const usual = new Set(ownTexts(control, {}));
  const names = Object.keys(unknown);
  const warnings = ownTexts(answer, unknown).filter(
    (text) => names.some((name) => text.includes(name)) || (warning.test(text) && !usual.has(text)),
  );
  const expected = 'no word of the unknown fields, which are ignored without warning';
  expectHolds(answer, 'answer', expected, warnings, warnings.length === 0);
};
