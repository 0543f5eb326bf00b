import { isObject, type JsonObject } from '../../core/json.ts';
import type { LookupRoute } from '../../platform/policy/errors.ts';
import { callsTo, readsOtherwise, sentFields } from '../broken-handling.ts';
import type { Defect } from '../defect.ts';

/** A lookup that finds nothing, whatever it is asked for. */
export const findsNothing = (route: string): Defect['options'] => ({
  wrap: readsOtherwise(callsTo(route), (call) => ({ ...call, segments: [...call.segments.slice(0, -1), 'nothing'] })),
});

/** A PUT that is answered as if it were carried out. */
export const forgetsChanges = (route: string): Defect['options'] => ({
  wrap: (handle) => async (call) => {
    const isChange = callsTo(route)(call) && Object.keys(sentFields(call)).length > 0 && call.headers['content-type'];
    const found = isChange ? await handle({ ...call, method: 'GET', body: '' }) : undefined;
    return found?.status === 200 ? found : handle(call);
  },
});

/** A DELETE that is answered as if it were carried out. */
export const keepsWhatItDeletes = (route: string): Defect['options'] => ({
  wrap: (handle) => async (call) => {
    const found = callsTo(route)(call) ? await handle({ ...call, method: 'GET' }) : undefined;
    return found?.status === 200 ? { status: 200, body: { result: true } } : handle(call);
  },
});

/** A route that answers an unknown record with another status, and one that answers it with another message. */
export const misnamesUnknown = (
  rule: Defect['rule'],
  route: LookupRoute,
  { status, message }: { status: number; message: string },
): Defect[] => [
  {
    rule,
    text: `answers ${status} on ${route} when there is no such record`,
    options: { policy: { errors: { missingRecord: { [route]: { status } } } } },
  },
  {
    rule,
    text: `answers ${message} on ${route} when there is no such record`,
    options: { policy: { errors: { missingRecord: { [route]: { message } } } } },
  },
];

/** A POST of what is known already, by a key that it is looked up by, changes the known record all the same. */
export const changesKnown = (
  root: 'customers' | 'products',
  key: 'phone' | 'name',
  change: (sent: JsonObject, known: JsonObject) => JsonObject,
): Defect['options'] => ({
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
