import { counted } from '../../core/counted.ts';
import type { CleanUpReport, Result } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { reasonKind } from '../kit/exchange-labels.ts';
import type { Paint } from '../kit/paint.ts';
import { printable } from '../kit/printable.ts';
import { casesInWords } from './verdict-in-words.ts';

/** The number of properties and cases of a run, then the properties with fewer cases than planned. */
export const describeProperties = ({ run, verdicts }: Result): string[] => {
  const searches = verdicts.flatMap(({ rule, outcome, search }) => (search ? [{ rule, outcome, search }] : []));
  if (searches.length === 0) return [];
  const cases = searches.reduce((sum, { search }) => sum + search.cases, 0);
  const path = run.path === undefined ? '' : `, path ${run.path}`;
  const held = searches.filter(({ outcome, search }) => outcome === 'pass' && search.cases < search.planned);
  const short = Map.groupBy(held, ({ search }) => casesInWords(search));
  return [
    `properties: ${searches.length}, ${counted(cases, 'case')}, seed ${run.seed}${path}`,
    ...[...short].map(([said, rules]) => `  ${rules.map(({ rule }) => rule).join(', ')}  ${said}`),
  ];
};

const maxNamed = 12;

const secondsOf = (verdicts: readonly Verdict[], key: 'withinMs' | 'waitedMs'): string => {
  const longestMs = Math.max(...verdicts.map(({ settled }) => settled?.[key] ?? 0));
  return `${Number((longestMs / 1000).toPrecision(3))} s`;
};

/** The rules that waited for changes to become visible, and how long; empty if none did. */
export const describeSettled = ({ verdicts }: Pick<Result, 'verdicts'>): string[] => {
  const waited = verdicts.filter(({ settled }) => settled !== undefined);
  const needed = waited.filter(({ settled, outcome }) => settled?.isNeeded && outcome === 'pass');
  const others = waited.filter((verdict) => !needed.includes(verdict));
  const named = needed.slice(0, maxNamed).map(({ rule }) => rule);
  const more = needed.length > named.length ? ` and ${needed.length - named.length} more` : '';
  return [
    ...(needed.length === 0
      ? []
      : [
          `${counted(needed.length, 'rule')} passed only after reads settled (up to ${secondsOf(needed, 'withinMs')}): ${named.join(', ')}${more}`,
        ]),
    ...(others.length === 0
      ? []
      : [
          `${counted(others.length, 'rule')} waited up to ${secondsOf(others, 'withinMs')} after each change, ${secondsOf(others, 'waitedMs')} at most in all`,
        ]),
  ];
};

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
  `${counted(created, 'record')} of this run found, ${removed} removed and confirmed to be gone, ${left.length} left`;

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
