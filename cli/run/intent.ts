import { counted } from '../../core/counted.ts';
import { about, describePlan, type PlannedWork } from '../../fixtures/run/plan.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import { propertySections } from '../../properties/all-properties.ts';
import { limitsOf } from '../../properties/budget.ts';
import { casesOf, describeDrawn, plannedCases } from '../../properties/drawn-cases.ts';
import usualWork from '../../reports/failures/usual-work.json' with { type: 'json' };
import { excerpt, type Paint, printable } from '../../reports/kit/printable.ts';
import { isProperty, type ListedRule } from '../../reports/listed-rules.ts';
import { whyUntried } from '../../suites/judge/judge.ts';
import { CliError } from '../cli-error.ts';
import { sentBy } from './select-rules.ts';

type Drawing = Pick<RunHandle, 'profile' | 'depth' | 'seed' | 'path'>;

const maxDrawnLength = 600;

interface UsualWork {
  requests: number;
  writes: number;
  creates: Record<string, number>;
  deletesUsers: number;
}

/** The work of each rule on a correct target, counted on the simulated platform; of a property, for one case. */
const usualWorkOf: ReadonlyMap<string, UsualWork> = new Map(Object.entries(usualWork));

/**
 * What the rules that can be tested do to a correct target. A property counts once for each case, up to its limit of
 * requests. A failing rule is tried three more times, which is not included.
 */
const workOf = (selected: readonly ListedRule[], drawing: Drawing): PlannedWork & { requests: number } => {
  const maxRequests = limitsOf(drawing.profile, drawing.depth).requests;
  const creates = new Map<string, number>();
  const sum = { requests: 0, writes: 0, deletesUsers: 0 };
  for (const { id, needs, depth, cases } of selected) {
    const work = usualWorkOf.get(id);
    if (!work || whyUntried({ needs, ...(depth === 'full' ? { depth } : {}) }, drawing) !== undefined) continue;
    const times = cases ? Math.min(plannedCases({ cases }, drawing), maxRequests / Math.max(work.requests, 1)) : 1;
    sum.requests += work.requests * times;
    sum.writes += work.writes * times;
    sum.deletesUsers += work.deletesUsers;
    for (const [kind, count] of Object.entries(work.creates)) {
      creates.set(kind, (creates.get(kind) ?? 0) + count * times);
    }
  }
  return { ...sum, creates };
};

/** The generated case that the path leads to. Throws `CliError` if there is none. */
const describeCase = (id: string, drawing: Drawing): string => {
  const property = propertySections.flatMap(({ properties }) => properties).find((each) => each.id === id);
  const [drawn] = property ? casesOf(property, drawing) : [];
  if (drawn) return `draws ${excerpt(describeDrawn(drawn), maxDrawnLength)}`;
  throw new CliError(
    `--path ${drawing.path} leads to no case of ${id} with seed ${drawing.seed}: name the seed and the path that one report printed together, and the same profile.`,
  );
};

/**
 * Announces a run before its first request: the rules, the seed, and what it does to the target. Throws `CliError` if a
 * path leads to no case.
 */
export const describeIntent = (
  selected: readonly ListedRule[],
  drawing: Drawing,
  isEmbedded: boolean,
  paint: Paint,
): string[] => {
  const { profile, depth, seed, path } = drawing;
  const work = workOf(sentBy(selected), drawing);
  const properties = selected.filter(isProperty);
  const rules = selected.length - properties.length;
  const judged = [
    ...(rules > 0 || properties.length === 0 ? [counted(rules, 'rule', 'rules')] : []),
    ...(properties.length > 0 ? [counted(properties.length, 'property', 'properties')] : []),
  ].join(' and ');
  const [repeated] = properties;
  const what = path === undefined ? `Judging ${judged}` : `Repeating one case of ${repeated?.id}`;
  const where = `${printable(profile.name)} at ${profile.baseUrl}`;
  const how = path === undefined ? `${depth} depth, seed ${seed}` : `seed ${seed}, path ${path}`;
  return [
    paint('bold', `${what} on ${where}, ${how}`),
    ...(path !== undefined && repeated ? [`  ${describeCase(repeated.id, drawing)}`] : []),
    ...describePlan(profile, work, isEmbedded).map((line) => `  ${printable(line)}`),
    ...(selected.every(({ isPassive }) => isPassive)
      ? ['  tries every other rule first, because these are judged by what the others exchange']
      : []),
    `  sends about ${about(work.requests)} requests${work.creates.size > 0 && !isEmbedded ? ', and a few for each record to remove it' : ''}`,
    '',
  ];
};
