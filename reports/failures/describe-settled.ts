import { counted } from '../../core/counted.ts';
import type { Result } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';

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
