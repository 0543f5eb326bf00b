import type { Obligation, Observation } from './obligation.ts';
import { obligations } from './obligations.ts';
import type { PartnerRecord } from './record.ts';
import type { ObligationVerdict } from './verdict.ts';

const shownEvidence = 20;
const shownSeen = 3;

const outcomeOf = ({ level }: Obligation, occasions: number, broken: number): ObligationVerdict['outcome'] => {
  if (occasions === 0) return 'not-seen';
  if (broken === 0) return 'kept';
  return level === 'must' ? 'broken' : 'remark';
};

const judgeOne = (obligation: Obligation, record: PartnerRecord): ObligationVerdict => {
  const { id, text, source, level, needs } = obligation;
  const isBinding = needs === undefined || record.capabilities.includes(needs);
  const observations = isBinding ? obligation.judge(record) : [];
  const broken = observations.filter(({ held }) => !held);
  const shown = broken.length > 0 ? broken : observations;
  const evidence = (kind: 'calls' | 'attempts' | 'actions'): number[] =>
    [...new Set(shown.flatMap((observed: Observation) => observed[kind] ?? []))]
      .toSorted((a, b) => a - b)
      .slice(0, shownEvidence);
  return {
    id,
    text,
    source,
    level,
    outcome: isBinding ? outcomeOf(obligation, observations.length, broken.length) : 'not-declared',
    occasions: observations.length,
    broken: broken.length,
    calls: evidence('calls'),
    attempts: evidence('attempts'),
    actions: evidence('actions'),
    seen: broken.flatMap(({ seen }) => seen ?? []).slice(0, shownSeen),
  };
};

/** Judges every obligation over a record. Pure: the same record has the same verdicts whenever it is judged. */
export const judgePartner = (record: PartnerRecord): ObligationVerdict[] =>
  obligations.map((obligation) => judgeOne(obligation, record));
