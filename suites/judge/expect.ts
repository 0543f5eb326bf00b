import { isObject, type JsonObject, showWhole, valueAt } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import { isDeliveries, type Subject } from '../subject.ts';
import { RuleViolation, Unverified } from './outcome.ts';

/** Records one assertion on the evidence, so that a check without assertions is noticed. Throws if it does not hold. */
const assert = (subject: Subject, held: boolean, pointer: string, expected: string, actual: string): void => {
  subject.assertions.push({ pointer, expected, actual, held });
  if (!held) throw new RuleViolation(subject, pointer, expected, actual);
};

const assertSubset = (exchange: Exchange, pointer: string, expected: unknown, actual: unknown): void => {
  if (isObject(expected) && isObject(actual)) {
    for (const [key, value] of Object.entries(expected)) {
      assertSubset(exchange, `${pointer}/${key}`, value, Object.hasOwn(actual, key) ? actual[key] : undefined);
    }
    return;
  }
  const same = Array.isArray(expected)
    ? JSON.stringify(expected) === JSON.stringify(actual)
    : Object.is(expected, actual);
  assert(exchange, same, pointer === '' ? 'body' : pointer, showWhole(expected), showWhole(actual));
};

const assertStatus = (exchange: Exchange, status: number | readonly number[]): void => {
  const statuses = typeof status === 'number' ? [status] : status;
  assert(exchange, statuses.includes(exchange.status), 'status', statuses.join(' or '), String(exchange.status));
};

/**
 * Asserts that a request succeeded and that the body has these fields. Further fields are always allowed.
 * For a refusal use `expectRefusal`, `expectRefusalWithMessage` or `expectNothing`: its status alone proves little.
 *
 * @throws `RuleViolation` if the assertion fails, as every function here.
 */
export const expectAnswer = (exchange: Exchange, status: 200, body?: JsonObject): void => {
  assertStatus(exchange, status);
  if (body) assertSubset(exchange, '', body, exchange.body);
};

/**
 * Asserts that a predicate holds for the value at a JSON pointer. `''` is the whole body, or the list of attempts.
 *
 * @example
 * import type { CheckContext } from '../check-context.ts';
 * import { expectThat } from '../judge/expect.ts';
 *
 * export const check = async ({ get }: CheckContext): Promise<void> =>
 *   expectThat(await get('/products'), '/total', 'a number', (total) => typeof total === 'number');
 */
export const expectThat = (
  subject: Subject,
  pointer: string,
  expected: string,
  holds: (value: unknown) => boolean,
): void => {
  const value = valueAt(isDeliveries(subject) ? subject.attempts : subject.body, pointer);
  assert(subject, holds(value), pointer === '' ? 'body' : pointer, expected, showWhole(value));
};

/** Asserts that a predicate holds for a header. Its value is `undefined` if the header is missing. */
export const expectHeader = (
  exchange: Exchange,
  name: string,
  expected: string,
  holds: (value: string | undefined) => boolean,
): void => {
  const value = exchange.headers[name];
  assert(exchange, holds(value), `header ${name}`, expected, showWhole(value));
};

/** Asserts something that no pointer reaches, such as a comparison of two responses. */
export const expectHolds = (subject: Subject, aspect: string, expected: string, actual: unknown, held: boolean): void =>
  assert(subject, held, aspect, expected, showWhole(actual));

/** Whether a response has a 2xx status. */
export const isAccepted = ({ status }: Exchange): boolean => status >= 200 && status < 300;

/** Asserts that a request was accepted, with any 2xx status. */
export const expectAccepted = (exchange: Exchange): void =>
  assert(exchange, isAccepted(exchange), 'status', 'accepted with 2xx', String(exchange.status));

/** A refusal as the document states it. `message` is set only if the document states the text. */
export interface Refusal {
  status: number | readonly number[];
  message?: string;
  /** The same request without the fault. The refusal proves something only if this one was accepted. */
  control: Exchange;
}

const mustBeAcceptedToo = (control: Exchange): void => {
  if (isAccepted(control)) return;
  const { method, path } = control.request;
  throw new Unverified('not-reached', `the control ${method} ${path} was refused too, with ${control.status}`);
};

/**
 * Asserts that a request was refused, for the reason that the rule is about. The control differs only in that reason.
 *
 * @throws `RuleViolation` if the request was not refused so; `Unverified` with the cause `not-reached` if the control was
 * refused, because then the refusal has another reason.
 */
export const expectRefusal = (refused: Exchange, { status, message, control }: Refusal): void => {
  mustBeAcceptedToo(control);
  assertStatus(refused, status);
  if (message !== undefined) assertSubset(refused, '', { message }, refused.body);
};

/** A refusal whose documented message fits no other reason. */
export interface RefusalWithMessage {
  status: number;
  /** The expected message, as a failure describes it. */
  message: string;
  isMessage: (message: unknown) => boolean;
}

/** Asserts a refusal for which no control is possible. Its message takes the place of the control. */
export const expectRefusalWithMessage = (
  refused: Exchange,
  { status, message, isMessage }: RefusalWithMessage,
): void => {
  assertStatus(refused, status);
  expectThat(refused, '/message', message, isMessage);
};

/**
 * Asserts that a lookup or a deletion finds nothing, with any refusal. The control is the same route for an existing record.
 *
 * @throws `RuleViolation` if something is found; `Unverified` with the cause `not-reached` if the control finds nothing.
 */
export const expectNothing = (exchange: Exchange, { what, control }: { what: string; control: Exchange }): void => {
  mustBeAcceptedToo(control);
  assert(exchange, !isAccepted(exchange), 'status', what, String(exchange.status));
};
