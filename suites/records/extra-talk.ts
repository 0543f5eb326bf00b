import { isObject, type JsonObject } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import { expectHolds } from '../judge/expect.ts';

/** Names and texts in a value, less the fields that it repeats from the request. */
const textsIn = (value: unknown, sent: Readonly<JsonObject>): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, sent));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const isRepeated = Object.hasOwn(sent, name) && JSON.stringify(sent[name]) === JSON.stringify(field);
    return isRepeated ? [] : [name, ...textsIn(field, sent)];
  });
};

/** All that an answer says of its own; it may repeat the request, as JSON or as the text that it was. */
const saidBy = ({ body, headers, request }: Exchange, sent: Readonly<JsonObject>): string[] => [
  ...textsIn(body, sent).filter((text) => text !== request.body),
  ...Object.entries(headers).flat(),
];

const warning = /warn|ignor|unknown|unrecogni[sz]ed|unexpected|not allowed|desconhecid|aviso/i;

interface Ignored {
  /** The fields that the service does not know, as they were sent. */
  unknown: Readonly<JsonObject>;
  /** The answer to the same write without them. */
  control: Exchange;
}

/** Asserts that the answer to a write warns of no unknown field, neither by its name nor in general. */
export const expectNoTalkOf = (answer: Exchange, { unknown, control }: Ignored): void => {
  const usual = new Set(saidBy(control, {}));
  const names = Object.keys(unknown);
  const talk = saidBy(answer, unknown).filter(
    (text) => names.some((name) => text.includes(name)) || (warning.test(text) && !usual.has(text)),
  );
  expectHolds(
    answer,
    'answer',
    'no word of the unknown fields, which are ignored without warning',
    talk,
    talk.length === 0,
  );
};
