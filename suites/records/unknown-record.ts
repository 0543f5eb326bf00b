import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Body } from '../../fixtures/bodies.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { Capability } from '../capability.ts';
import type { CheckContext, Unique } from '../check-context.ts';
import { expectRefusal } from '../judge/expect.ts';
import { filledPath } from '../path.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

interface UnknownRecord {
  id: Rule['id'];
  /** As in the table of the document: `GET /orders/:id`. */
  route: string;
  statements: Rule['statements'];
  needs?: readonly Capability[];
  status: number;
  message: string;
  /** Sends the request for a record that does not exist, and for one that does. */
  ask(context: CheckContext): Promise<{ refused: Exchange; control: Exchange }>;
}

/** The rule about the status and the message of a route for an unknown record (Errors › Record not found). */
export const unknownRecord = ({ id, route, statements, needs, status, message, ask }: UnknownRecord): Rule => ({
  id,
  text: `\`${route}\` returns ${status} \`${message}\` for a record that does not exist`,
  source: 'Errors › Record not found',
  statements,
  level: 'must',
  ...omitUndefined({ needs }),
  async check(context) {
    const { refused, control } = await ask(context);
    mustBeAccepted(control, 'the same request for a record that exists');
    expectRefusal(refused, { status, message, control });
  },
});

/** A key of an existing record, and a key that no record has. */
export interface Keys<Known> {
  known(record: Known): string;
  unknown(unique: Unique): string;
}

interface AskedByKey<Known> extends Keys<Known> {
  route: string;
  record: Known;
  /** What a PUT sends. */
  body: () => Body;
}

/** Sends the request of a route for a record that does not exist, and for one that does. */
export const askByKey = async <Known>(
  { send, unique }: CheckContext,
  { route, record, body, known, unknown }: AskedByKey<Known>,
): Promise<{ refused: Exchange; control: Exchange }> => {
  const [method = '', template = ''] = route.split(' ');
  const options = method === 'PUT' ? { body: body() } : {};
  return {
    refused: await send(method, filledPath(template, unknown(unique)), options),
    control: await send(method, filledPath(template, known(record)), options),
  };
};
