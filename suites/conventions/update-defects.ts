import type { JsonObject } from '../../core/json.ts';
import type { Call, Handle } from '../../platform/http/call.ts';
import { callsTo, sentFields, type TimelessWrap, takesOver } from '../broken-handling.ts';
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
