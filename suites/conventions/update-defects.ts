import { callsTo, sentFields, type TimelessWrap } from '../broken-handling.ts';
import type { Defect } from '../defect.ts';
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

export const updateDefects: readonly Defect[] = updates.map((route) => ({
  rule: 'CONV-93',
  text: `stores the right fields of a refused ${route}`,
  wrap: storesRightFields(route),
}));
