import { causeOf, reasonOf, type Verdict } from '../../core/verdict.ts';

/** A reason without paths and numbers: reasons that differ only in these are reported once. */
export const reasonKind = (reason: string): string => reason.replace(/\/\S*|\d+/g, '#');

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
