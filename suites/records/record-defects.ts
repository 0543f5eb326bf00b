import { isObject, type JsonObject } from '../../core/json.ts';
import type { LookupRoute } from '../../platform/policy/errors.ts';
import { callsTo, readsOtherwise, sentFields, withFields } from '../broken-handling.ts';
import { type Defect, defectsOf, type PlatformChange } from '../defect.ts';

/** A lookup that never finds anything. */
export const findsNothing = (route: string): PlatformChange => ({
  wrap: readsOtherwise(callsTo(route), (call) => ({ ...call, segments: [...call.segments.slice(0, -1), 'nothing'] })),
});

/** A lookup that keeps finding a record by each key that it had, even once it has another one. */
export const findsByOldKey = (route: string): PlatformChange => ({
  wrap: (handle) => {
    const ids = new Map<string, unknown>();
    return async (call) => {
      const answer = await handle(call);
      if (!callsTo(route)(call)) return answer;
      const key = `${call.headers.authorization} ${call.path}`;
      if (answer.status === 200 && isObject(answer.body)) ids.set(key, answer.body.id);
      const id = ids.get(key);
      if (answer.status === 200 || typeof id !== 'string') return answer;
      const segments = [call.segments[0] ?? '', id];
      const known = await handle({ ...call, path: `/${segments.join('/')}`, segments });
      return known.status === 200 ? known : answer;
    };
  },
});

/** A PUT that succeeds without changing anything. */
export const forgetsChanges = (route: string): PlatformChange => ({
  wrap: (handle) => async (call) => {
    const isChange = callsTo(route)(call) && Object.keys(sentFields(call)).length > 0 && call.headers['content-type'];
    const found = isChange ? await handle({ ...call, method: 'GET', body: '' }) : undefined;
    return found?.status === 200 ? found : handle(call);
  },
});

/** A DELETE that succeeds without deleting anything. */
export const keepsWhatItDeletes = (route: string): PlatformChange => ({
  wrap: (handle) => async (call) => {
    const found = callsTo(route)(call) ? await handle({ ...call, method: 'GET' }) : undefined;
    return found?.status === 200 ? { status: 200, body: { result: true } } : handle(call);
  },
});

/** Answers one route for a deleted record otherwise than for one that never existed. */
export const misnamesDeleted = (route: string, changed: { status?: number; message: string }): PlatformChange => ({
  wrap: (handle) => {
    const idsByPath = new Map<string, unknown>();
    const deleted = new Set<unknown>();
    return async (call) => {
      const answer = await handle(call);
      const { status, body } = answer;
      if (call.method === 'GET' && status === 200 && isObject(body)) idsByPath.set(call.path, body.id);
      if (call.method === 'DELETE' && status === 200) deleted.add(call.segments[1]);
      const isOfDeleted = deleted.has(idsByPath.get(call.path) ?? call.segments[1]);
      if (!callsTo(route)(call) || !isOfDeleted || status < 400) return answer;
      return { ...withFields(answer, { message: changed.message }), status: changed.status ?? status };
    };
  },
});

/** Two defects of the response for an unknown record: another status, and another message. */
export const misnamesUnknown = (
  rule: Defect['rule'],
  route: LookupRoute,
  { status, message }: { status: number; message: string },
) =>
  defectsOf({
    [rule]: {
      [`answers ${status} on ${route} when there is no such record`]: {
        policy: { errors: { missingRecord: { [route]: { status } } } },
      },
      [`answers ${message} on ${route} when there is no such record`]: {
        policy: { errors: { missingRecord: { [route]: { message } } } },
      },
    },
  });

/** A POST with the key of an existing record changes that record. */
export const changesKnown = (
  root: 'customers' | 'products',
  key: 'phone' | 'name',
  change: (sent: JsonObject, known: JsonObject) => JsonObject,
): PlatformChange => ({
  wrap: (handle) => async (call) => {
    const sent = callsTo(`POST /${root}`)(call) ? sentFields(call) : {};
    const value = sent[key];
    if (typeof value === 'string') {
      const of = { ...call, path: '', body: '' };
      const known = await handle({ ...of, method: 'GET', segments: [root, key, value] });
      if (known.status === 200 && isObject(known.body)) {
        const body = JSON.stringify(change(sent, known.body));
        await handle({ ...of, method: 'PUT', segments: [root, String(known.body.id)], body });
      }
    }
    return handle(call);
  },
});

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** What a resend may do to the fields of a known record. */
export const resendChanges = {
  fills: (sent: JsonObject, known: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, isEmpty(known[name]) ? value : known[name]])),
  clears: (sent: JsonObject, known: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(known).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, sent[name] === undefined ? '' : value]] : [],
      ),
    ),
  touches: (_: JsonObject, known: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(known).filter(([, value]) => typeof value === 'string')),
};
