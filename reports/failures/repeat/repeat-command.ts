import type { Result } from '../../../core/result.ts';
import { type Verdict, violationOf } from '../../../core/verdict.ts';
import { regressionTestOf } from '../../../properties/states/regression-file.ts';
import { type ListedRule, listedRules } from '../../listed-rules.ts';
import { shellWord } from './curl.ts';

const passiveRules = new Set(listedRules.filter(({ isPassive }) => isPassive).map(({ id }) => id));

/** The rules whose requests broke a passive rule. None if notifications broke it: any rule may have caused those. */
export const rulesBehind = (verdict: Verdict): readonly ListedRule[] => {
  const { rule, exchanges } = verdict;
  const violation = violationOf(verdict);
  if (!passiveRules.has(rule) || violation?.exchange === undefined) return [];
  const behind = new Set(exchanges.filter(({ number }) => number === violation.exchange).map(({ by }) => by));
  return listedRules.filter(({ id }) => behind.has(id));
};

const plainWord = /^[\w./:@%+=,-]+$/;

/** The command that repeats what broke a rule, or the one case that failed a property, on new records. */
export const repeatCommand = ({ target, run }: Result, verdict: Verdict): string => {
  const { rule, search } = verdict;
  const named = target.options.map((word) => (plainWord.test(word) ? word : shellWord(word, [])));
  const path = search?.counterexample?.path;
  // a path leads to the same case at any depth
  const how = path === undefined ? ['--depth', run.depth] : ['--path', path];
  const rules = [...rulesBehind(verdict).map(({ id }) => id), rule];
  return ['npx selo run', ...named, '--rule', ...rules, '--seed', run.seed, ...how].join(' ');
};

/** Name of the file with all requests of a failure, as curl commands. */
export const requestsFileOf = ({ rule }: Pick<Verdict, 'rule'>): string => `${rule}.sh`;

/** Name of the file with the same requests for Hurl. */
export const hurlFileOf = ({ rule }: Pick<Verdict, 'rule'>): string => `${rule}.hurl`;

/** Name of the file with the script that failed a property, as a test. */
export const regressionFileOf = ({ rule }: Pick<Verdict, 'rule'>): string => `${rule.toLowerCase()}.suite.ts`;

/** Names of the files that a run leaves for a failure. */
export const failureFilesOf = (verdict: Pick<Verdict, 'rule'>): string[] => [
  requestsFileOf(verdict),
  hurlFileOf(verdict),
  regressionFileOf(verdict),
];

/** The script that failed a property, as a test; undefined for properties without a script. */
export const regressionOf = ({ run }: Result, { rule, search }: Verdict): string | undefined =>
  search?.counterexample && regressionTestOf({ rule, ...search, ...search.counterexample, foundAt: run.startedAt });
