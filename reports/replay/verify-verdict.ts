import { isDeepStrictEqual } from 'node:util';
import { describeSubject } from '../../core/deliveries.ts';
import type { Assertion } from '../../core/exchange.ts';
import { causeOf, type Ending, reasonOf, type Verdict, type Violation, violationOf } from '../../core/verdict.ts';
import type { CaseAgain, JudgedAgain } from './judge-again.ts';

const reported = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));

const isSame = (stored: Assertion, again: Assertion): boolean =>
  stored.pointer === again.pointer &&
  stored.held === again.held &&
  stored.expected === again.expected &&
  stored.actual === again.actual;

const assertionsDiffer = (where: string, stored: readonly Assertion[], again: readonly Assertion[]): string[] => {
  const place = stored.findIndex((assertion, index) => {
    const other = again[index];
    return !other || !isSame(assertion, other);
  });
  if (place === -1 && stored.length === again.length) return [];
  const at = place === -1 ? stored.length : place;
  return [`${where}: stored ${reported(stored[at])}, judged again ${reported(again[at])}`];
};

const isSameViolation = (stored: Violation | undefined, again: Violation | undefined): boolean => {
  if (!stored || !again) return stored === again;
  return (
    stored.exchange === again.exchange &&
    isDeepStrictEqual(stored.about, again.about) &&
    isSame({ ...stored, held: false }, { ...again, held: false })
  );
};

const differs = (what: string, stored: string | undefined, again: string | undefined): string[] =>
  stored === again ? [] : [`${what}: stored ${reported(stored)}, judged again ${reported(again)}`];

const endingDifferences = (stored: Ending, again: Ending): string[] => {
  const said = [
    ...(stored.outcome === again.outcome
      ? []
      : [`stored as ${stored.outcome}, its evidence comes to ${again.outcome}`]),
    ...differs('cause', causeOf(stored), causeOf(again)),
    ...differs('reason', reasonOf(stored), reasonOf(again)),
  ];
  const [before, now] = [violationOf(stored), violationOf(again)];
  if (said.length > 0 || isSameViolation(before, now)) return said;
  return [`violation: stored ${reported(before)}, judged again ${reported(now)}`];
};

const caseProblems = ({ search }: Verdict, cases: readonly CaseAgain[]): string[] => {
  const held = cases.filter(({ again }) => again.kind === 'judged' && again.ended.outcome === 'pass').length;
  return [
    ...cases.flatMap(({ stored, again }) => {
      if (again.kind !== 'judged') return [];
      const strayed = [...again.missing, ...again.unasked];
      const problems = strayed.length > 0 ? strayed : endingDifferences(stored, again.ended);
      return problems.map((problem) => `case ${stored.recording?.path}: ${problem}`);
    }),
    ...(held === search?.cases ? [] : [`${search?.cases ?? 0} cases are said to hold, and ${held} do`]),
  ];
};

/** The differences between a stored verdict and its evidence; empty if it holds. */
export const problemsOf = (stored: Verdict, again: JudgedAgain): string[] => {
  const strayed = [...again.missing, ...again.unasked];
  if (strayed.length > 0) return strayed;
  const said = endingDifferences(stored, again.ended);
  if (said.length > 0) return said;
  return [
    ...stored.exchanges.flatMap(({ number, assertions }) =>
      assertionsDiffer(
        `exchange ${number}`,
        assertions,
        again.exchanges.find((exchange) => exchange.number === number)?.assertions ?? [],
      ),
    ),
    ...stored.deliveries.flatMap(({ about, assertions }, place) =>
      assertionsDiffer(
        `deliveries for ${describeSubject(about)}`,
        assertions,
        again.deliveries[place]?.assertions ?? [],
      ),
    ),
    ...(again.cases ? caseProblems(stored, again.cases) : []),
  ];
};
