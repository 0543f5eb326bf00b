import type { PlannedWork } from '../../fixtures/run/plan.ts';
import { isProperty, type ListedRule } from '../listed-rules.ts';
import known from './usual-work.json' with { type: 'json' };

/** What rules do to a correct target, as counted on the simulated platform. A rule that fails is tried three times more. */
export interface UsualWork extends PlannedWork {
  requests: number;
}

const rows = new Map<
  string,
  { requests: number; writes: number; creates: Record<string, number>; deletesUsers: number }
>(Object.entries(known));

/** The sum over rules; a property counts once for each of its cases, up to the requests that it may send. */
export const usualWorkOf = (
  rules: readonly ListedRule[],
  casesOf: (rule: ListedRule) => number,
  mostRequests: number,
): UsualWork => {
  const creates = new Map<string, number>();
  const sum = { requests: 0, writes: 0, deletesUsers: 0 };
  for (const rule of rules) {
    const row = rows.get(rule.id);
    if (!row) continue;
    const planned = casesOf(rule);
    const cases = isProperty(rule) ? Math.min(planned, mostRequests / Math.max(row.requests, 1)) : planned;
    sum.requests += row.requests * cases;
    sum.writes += row.writes * cases;
    sum.deletesUsers += row.deletesUsers;
    for (const [kind, count] of Object.entries(row.creates))
      creates.set(kind, (creates.get(kind) ?? 0) + count * cases);
  }
  return { ...sum, creates };
};
