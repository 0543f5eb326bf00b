import { isObject, type JsonObject } from '../../core/json.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import type { Call, Handle } from '../../platform/http/call.ts';
import { callsTo, sentFields, type TimelessWrap, withFields } from '../broken-handling.ts';
import { type Defect, defectsOf } from '../defect.ts';
import { updates } from '../route-table.ts';

/** Stores each right field of an update that it refuses for a wrong one. */
const storesRightFields =
  (route: string): TimelessWrap =>
  (handle) =>
  async (call) => {
    const answer = await handle(call);
    if (!callsTo(route)(call) || answer.status !== 400) return answer;
    for (const [name, value] of Object.entries(sentFields(call))) {
      await handle({ ...call, body: JSON.stringify({ [name]: value }) });
    }
    return answer;
  };

/** Takes fields of an update over into every later lookup of its record. */
const takesOver =
  (route: string, taken: (sent: JsonObject, call: Call, handle: Handle) => JsonObject | Promise<JsonObject>): Wrap =>
  (handle) => {
    const fieldsById = new Map<unknown, JsonObject>();
    return async (call) => {
      const fields = callsTo(route)(call) ? await taken(sentFields(call), call, handle) : {};
      const isTaken = Object.values(fields).some((value) => value !== undefined);
      const found = isTaken ? await handle({ ...call, method: 'GET', body: '' }) : undefined;
      const answer = await handle(call);
      if (isObject(found?.body) && answer.status === 200) fieldsById.set(found.body.id, fields);
      const { body } = answer;
      const shown = call.method === 'GET' && isObject(body) ? fieldsById.get(body.id) : undefined;
      return shown === undefined ? answer : withFields(answer, shown);
    };
  };

/** The id in an update if no record of the kind has it. */
const newId = async ({ id }: JsonObject, call: Call, handle: Handle): Promise<JsonObject> => {
  if (typeof id !== 'string') return {};
  const known = await handle({ ...call, method: 'GET', body: '', segments: [call.segments[0] ?? '', id] });
  return known.status === 200 ? {} : { id };
};

export const updateDefects: readonly Defect[] = updates.flatMap((route) =>
  defectsOf({
    'CONV-93': {
      [`stores the right fields of a refused ${route}`]: { wrap: storesRightFields(route) },
    },
    'CONV-86': {
      [`takes createdAt from the body of ${route}`]: { wrap: takesOver(route, ({ createdAt }) => ({ createdAt })) },
      [`takes updatedAt from the body of ${route}`]: { wrap: takesOver(route, ({ updatedAt }) => ({ updatedAt })) },
    },
    'CONV-91': {
      [`gives a record the new id in the body of ${route}`]: { wrap: takesOver(route, newId) },
    },
  }),
);
