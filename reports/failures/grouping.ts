import type { Result } from '../../core/result.ts';
import { causeOf, isFault, reasonOf, type Verdict, violationOf } from '../../core/verdict.ts';
import { reasonKind, routeOf } from '../kit/exchange-labels.ts';
import { listedRules } from '../listed-rules.ts';
import { showingExchange } from './leading-exchanges.ts';

/** Masks what differs between records: ids, names of the run and long numbers. */
const masked = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '#')
    .replace(/selo-[\w-]+/g, '#')
    .replace(/\d{4,}[-\d:.TZ]*/g, '#')
    .slice(0, 200);

const standsFor: ReadonlyMap<string, readonly string[]> = new Map(
  listedRules.map((rule) => [rule.id, rule.standsFor ?? []]),
);

const placeOf = (verdict: Verdict): { route: string; method: string } => {
  const showing = showingExchange(verdict);
  const route = showing ? routeOf(showing.request) : 'notifications';
  return { route, method: route.split(' ')[0] ?? '' };
};

/** Faults that share a signature probably have one cause. */
const signaturesOf = (verdict: Verdict): string[] => {
  if (!isFault(verdict)) return [];
  const { section, violation } = verdict;
  const { pointer, expected, actual } = violation;
  const { route, method } = placeOf(verdict);
  return [
    // one value is wrong, whichever rule reads it
    JSON.stringify([route, pointer, masked(actual)]),
    // one convention is broken on several routes
    JSON.stringify([section, method, pointer, masked(expected), masked(actual)]),
  ];
};

/** Whether a property extends the other rule and both failed at the same place. */
const isPropertyOf = (property: Verdict, rule: Verdict): boolean =>
  (standsFor.get(property.rule)?.includes(rule.rule) ?? false) &&
  violationOf(property)?.pointer === violationOf(rule)?.pointer &&
  placeOf(property).route === placeOf(rule).route;

/** Groups faults that probably have one cause. A fault that shares none is a group of one. */
export const groupsByCause = <Fault extends Verdict>(faults: readonly Fault[]): Fault[][] => {
  const groups: { signatures: Set<string>; faults: Fault[] }[] = [];
  for (const fault of faults) {
    const signatures = signaturesOf(fault);
    const alike = groups.filter(
      (group) =>
        signatures.some((signature) => group.signatures.has(signature)) ||
        group.faults.some((other) => isPropertyOf(fault, other) || isPropertyOf(other, fault)),
    );
    const [first, ...others] = alike;
    if (!first) {
      groups.push({ signatures: new Set(signatures), faults: [fault] });
      continue;
    }
    for (const other of others) {
      first.faults.push(...other.faults);
      for (const signature of other.signatures) first.signatures.add(signature);
      groups.splice(groups.indexOf(other), 1);
    }
    first.faults.push(fault);
    for (const signature of signatures) first.signatures.add(signature);
  }
  return groups.map((group) => group.faults.toSorted((a, b) => faults.indexOf(a) - faults.indexOf(b)));
};

const groupsOfResults = new WeakMap<Result, Verdict[][]>();

const groupsIn = (result: Result): Verdict[][] => {
  const known = groupsOfResults.get(result) ?? groupsByCause(result.verdicts.filter(isFault));
  groupsOfResults.set(result, known);
  return known;
};

/** The rules whose faults probably have the same cause. */
export const rulesOfSameCause = (result: Result, verdict: Verdict): string[] =>
  (groupsIn(result).find((group) => group.includes(verdict)) ?? [])
    .filter((other) => other !== verdict)
    .map(({ rule }) => rule);

/** Unverified verdicts with one cause and one kind of reason. */
interface ReasonGroup<Item> {
  first: Item;
  items: readonly Item[];
  cause: string;
  /** The reason of the first. */
  reason: string;
  /** Follows the reason if the others differ in paths or numbers. */
  suffix: '' | ' (and the like)';
}

/** Groups unverified verdicts, or items that contain one, by cause and reason. */
export const groupsByReason = <Item>(
  items: readonly Item[],
  verdictOf: (item: Item) => Verdict,
): ReasonGroup<Item>[] => {
  const reasonIn = (item: Item): string => reasonOf(verdictOf(item)) ?? 'no reason given';
  const causeIn = (item: Item): string => causeOf(verdictOf(item)) ?? 'no cause';
  const groups = Map.groupBy(items, (item) => `${causeIn(item)} ${reasonKind(reasonIn(item))}`);
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const reason = reasonIn(first);
    const isSame = alike.every((item) => reasonIn(item) === reason);
    return [{ first, items: alike, cause: causeIn(first), reason, suffix: isSame ? '' : ' (and the like)' }];
  });
};
