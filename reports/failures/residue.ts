import type { CleanUpReport } from '../../core/result.ts';
import type { Paint } from '../kit/paint.ts';
import { printable } from '../kit/printable.ts';
import { reasonKind } from './by-reason.ts';

/** Records of one kind that are left at the target for one reason. */
interface ResidueGroup {
  kind: string;
  why: string;
  count: number;
  companies: string[];
  keys: string[];
}

/** The records that a clean-up could not delete, by kind and reason. */
export const residueGroups = ({ left }: CleanUpReport): ResidueGroup[] =>
  [...Map.groupBy(left, ({ kind, why }) => `${kind}: ${reasonKind(why)}`).values()].map((alike) => ({
    kind: alike[0]?.kind ?? '',
    why: alike[0]?.why ?? '',
    count: alike.length,
    companies: [...new Set(alike.map(({ company }) => company))],
    keys: alike.flatMap(({ key }) => key ?? []),
  }));

/** The first keys as a list, and how many more there are. */
export const keysInWords = (keys: readonly string[], shown: number): string =>
  keys.slice(0, shown).join(', ') + (keys.length > shown ? ` and ${keys.length - shown} more` : '');

/** How many records a run created, removed and left. */
export const cleanUpInWords = ({ created, removed, left }: CleanUpReport): string =>
  `${created} records of this run were there, ${removed} removed and seen to be gone, ${left.length} left`;

/** What a clean-up removed and what it left, for a terminal. */
export const describeResidue = (report: CleanUpReport, paint: Paint): string[] => {
  const total = `clean-up: ${cleanUpInWords(report)}`;
  return [
    report.left.length > 0 ? paint('yellow', total) : total,
    ...residueGroups(report).map(({ kind, why, count, keys }) => {
      const named = keys.length > 0 ? ` (${printable(keysInWords(keys, 3))})` : '';
      return `  ${count} × ${printable(`${kind}: ${why}`)}${named}`;
    }),
  ];
};
