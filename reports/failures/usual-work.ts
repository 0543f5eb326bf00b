import type { PlannedWork } from '../../fixtures/run/plan.ts';
import { isProperty, type ListedRule } from '../listed-rules.ts';
import known from './usual-work.json' with { type: 'json' };

/**
 * The work of rules on a correct target, counted on the simulated platform. A failing rule is tried three more times.
 */
export interface UsualWork extends PlannedWork {
  requests: number;
}

const rows = new Map<
  string,
  { requests: number; writes: number; creates: Record<string, number>; deletesUsers: number }
>(Object.entries(known));

/** The work of several rules. A property counts once for each case, up to its limit of requests. */
export const usualWorkOf = (
  rules: readonly ListedRule[],
  casesOf: (rule: ListedRule) => number,
  maxRequests: number,
): UsualWork => {
  const creates = new Map<string, number>();
  const sum = { requests: 0, writes: 0, deletesUsers: 0 };
  for (const rule of rules) {
    const row = rows.get(rule.id);
    if (!row) continue;
    const planned = casesOf(rule);
    const cases = isProperty(rule) ? Math.min(planned, maxRequests / Math.max(row.requests, 1)) : planned;
    sum.requests += row.requests * cases;
    sum.writes += row.writes * cases;
    sum.deletesUsers += row.deletesUsers;
    for (const [kind, count] of Object.entries(row.creates))
      creates.set(kind, (creates.get(kind) ?? 0) + count * cases);
  }
  return { ...sum, creates };
};
