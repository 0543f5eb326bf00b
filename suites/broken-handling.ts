import { createHash } from 'node:crypto';
import type { Answer, Call, Handle } from '../platform/http/call.ts';
import { uuidOf } from '../platform/ids.ts';

/** Puts itself around the whole API of a platform, and needs no clock of it. */
export type TimelessWrap = (handle: Handle) => Handle;
type Fits = (call: Call) => boolean;

/** Calls of one method to one documented path, whose variable parts start with a colon: `GET /customers/:id`. */
export const callsTo = (route: string): Fits => {
  const [method, documented = ''] = route.split(' ');
  const parts = documented.split('/').slice(1);
  return (call) =>
    call.method === method &&
    call.segments.length === parts.length &&
    parts.every((part, index) => part.startsWith(':') || part === call.segments[index]);
};

/** How a call without the right credentials ends, at the edge or for its token: the fault behind it does not show. */
const isTurnedAway = ({ status }: Answer): boolean => status === 401 || status === 403;

/** The calls that fit, and are admitted, are answered otherwise. */
export const answersOtherwise =
  (fits: Fits, change: (answer: Answer, call: Call) => Answer): TimelessWrap =>
  (handle) =>
  async (call) => {
    const answer = await handle(call);
    return fits(call) && !isTurnedAway(answer) ? change(answer, call) : answer;
  };

/** The calls that fit are taken for others. */
export const readsOtherwise =
  (fits: Fits, change: (call: Call) => Call): TimelessWrap =>
  (handle) =>
  (call) =>
    handle(fits(call) ? change(call) : call);

/** A UUID that follows from the values, so that a platform that makes up ids repeats them in a repeated run. */
export const derivedUuid = (...values: unknown[]): string =>
  uuidOf(createHash('sha256').update(JSON.stringify(values)).digest().subarray(0, 16), 4);

/** Keys of which each differs from all before it. */
export const uniqueKeys = (): (() => string) => {
  let given = 0;
  return () => `key ${++given}`;
};

/** A call that fits answers with this body also once the record at its path is deleted. */
export const forgetsDeletion =
  (deletes: Fits, fits: Fits, body: object): TimelessWrap =>
  (handle) => {
    const deleted = new Set<string>();
    return async (call) => {
      const answer = await handle(call);
      const isKnown = fits(call) && deleted.has(call.path);
      if (deletes(call) && answer.status === 200) deleted.add(call.path);
      return isKnown ? { status: 200, body } : answer;
    };
  };

/** The call with query parameters set, or taken out when undefined. */
export const withQuery = (call: Call, parameters: Record<string, string | undefined>): Call => {
  const query = new URLSearchParams(call.query);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  return { ...call, query };
};

/** The answer with fields of its JSON object changed. */
export const withFields = (answer: Answer, fields: Record<string, unknown>): Answer =>
  typeof answer.body === 'object' && answer.body !== null ? { ...answer, body: { ...answer.body, ...fields } } : answer;

/** The fields of a call's JSON object; none of a body that is anything else. */
export const sentFields = ({ body }: Call): Record<string, unknown> => {
  try {
    const sent: unknown = JSON.parse(body);
    return typeof sent === 'object' && sent !== null ? { ...sent } : {};
  } catch {
    return {};
  }
};

/** The call with fields of its JSON object changed; a body that is no object stays as it is. */
export const withBody = (call: Call, change: (body: Record<string, unknown>) => Record<string, unknown>): Call => {
  const sent = sentFields(call);
  return Object.keys(sent).length === 0 ? call : { ...call, body: JSON.stringify(change(sent)) };
};
