import { counted } from '../../core/counted.ts';
import type { RuleRecord } from './rule-record.ts';
import { describeRef } from './run-summary.ts';
import { wilsonInterval } from './wilson-interval.ts';

const wordFor = ({ level }: RuleRecord): string => (level === 'must' ? 'failed' : 'warned');

const runs = (count: number): string => counted(count, 'run');

/** How often the rule failed: `failed in 3 of the last 8 runs`. */
const share = (record: RuleRecord): string => {
  const { failed, judged } = record;
  if (failed === judged) return `${wordFor(record)} in ${judged === 1 ? 'the only run' : `all ${judged} runs`}`;
  return `${wordFor(record)} in ${failed} of the last ${runs(judged)}`;
};

/** A record as a short label; empty for a rule that passes again, and after only one run. */
export const markOf = (record: RuleRecord): string => {
  const { kind, alike } = record;
  if (kind === 'holding' || record.judged === 1) return '';
  if (kind !== 'failing') return share(record);
  return `${record.level === 'must' ? 'failing' : 'warning'} since ${alike.since.startedAt.slice(0, 10)}`;
};

const inARow = (count: number): string => (count === 1 ? 'in the last run that judged it' : `${count} runs in a row`);

const rangeOf = ({ failed, judged }: RuleRecord): string => {
  const { lowest, highest } = wilsonInterval(failed, judged);
  return `${Math.round(lowest * 100)} to ${Math.round(highest * 100)} %`;
};

const differencesOf = ({ flips }: RuleRecord): string[] => {
  const last = flips.at(-1);
  if (!last || last.besides.length === 0) return [];
  return [`at its last change there was also ${last.besides.join(', ')}, which may be why`];
};

const claimOf = (record: RuleRecord): string[] => {
  const { kind, judged, failed, intermittent, flips, alike } = record;
  const since = `since ${describeRef(alike.since)}, ${inARow(alike.runs)}`;
  const earlier = `before that it ${wordFor(record)} in ${failed - alike.runs} of ${runs(judged - alike.runs)}`;
  switch (kind) {
    case 'failing':
      return [`${record.level === 'must' ? 'failing' : 'warning'} ${since}`, ...(failed > alike.runs ? [earlier] : [])];
    case 'holding':
      return [`passes ${since}`, `${wordFor(record)} in ${failed} of ${runs(judged - alike.runs)} before`];
    case 'always':
      return [
        `${share(record)} that judged it, ${judged === 1 ? '' : 'the first of them '}${describeRef(alike.since)}`,
      ];
    case 'flaky':
      return [
        share(record),
        ...(intermittent > 0 ? [`in ${intermittent} of them only in some tries`] : []),
        `the share of runs that fail it may be anything from ${rangeOf(record)}`,
      ];
    case 'unsettled':
      return [
        share(record),
        `${counted(flips.length, 'change')}: too few, or too much else was different, to distinguish a rule that fails now and then from one that broke and was fixed`,
      ];
  }
};

export const describeRecord = (record: RuleRecord): string => [...claimOf(record), ...differencesOf(record)].join('; ');
