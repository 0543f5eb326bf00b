import type { ObligationOutcome, ObligationVerdict } from '../../core/obligation-verdict.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { PartnerRecord } from '../../core/partner-record.ts';
import { byCompany } from './companies.ts';
import type { Obligation, Observation } from './obligation.ts';
import { obligations } from './obligations.ts';
import { brokenIn, isConfirmed, type Observed, scenariosToRepeat, stabilityOf } from './plays.ts';

/** The most calls, notifications or actions that a verdict names as its evidence. */
export const shownEvidence = 20;
const shownSeen = 3;

/** The outcome of an obligation from its observations. */
export const outcomeOf = ({
  level,
  occasions,
  broken,
  stability,
}: Pick<ObligationVerdict, 'level' | 'occasions' | 'broken' | 'stability'>): ObligationOutcome => {
  if (occasions === 0) return { outcome: 'unverified', cause: 'no-occasion' };
  if (broken === 0) return { outcome: 'pass' };
  if (!isConfirmed(stability)) return { outcome: 'unverified', cause: 'not-confirmed' };
  return { outcome: level === 'must' ? 'fail' : 'warn' };
};

const notDeclared = { outcome: 'unverified', cause: 'not-declared' } as const;

/**
 * The judged part of a record: everything except a scenario in progress when the session ended. It is a new copy each
 * time, because derived values are cached by record.
 */
export const judgedPart = (record: PartnerRecord): PartnerRecord => {
  const { judgedUntilMs: untilMs } = record;
  if (untilMs === undefined) return { ...record };
  const isEarly = ({ atMs }: { atMs: number }): boolean => atMs < untilMs;
  return {
    ...record,
    calls: record.calls.filter(isEarly),
    attempts: record.attempts.filter(isEarly),
    actions: record.actions.filter(({ fromMs }) => fromMs < untilMs),
    coupons: record.coupons.filter(({ madeMs }) => madeMs < untilMs),
    states: record.states.filter(isEarly),
  };
};

/** A part of a record in time: whole, and by company. */
interface Part {
  whole: PartnerRecord;
  ofCompanies: readonly PartnerRecord[];
}

const partOf = (whole: PartnerRecord): Part => ({ whole, ofCompanies: byCompany(whole) });

/** The judged parts of a record: for most obligations, and for those with `judgesStorms`. */
interface Parts {
  judged: Part;
  ofStorm: Part;
}

const partsOf = (record: PartnerRecord): Parts => {
  const judged = partOf(judgedPart(record));
  return { judged, ofStorm: record.stormMs === undefined ? judged : partOf({ ...record }) };
};

/** A failed observation names the second company. */
const ofSecond = ({ seen, ...observed }: Observation): Observation => ({
  ...observed,
  ...(seen === undefined ? {} : { seen: `for the second company: ${seen}` }),
});

/** The observations of an obligation in the records of partners that it binds. */
const observe = ({ needs, judge, judgesStorms, acrossCompanies }: Obligation, parts: readonly Parts[]): Observed[] =>
  parts
    .map(({ judged, ofStorm }) => (judgesStorms ? ofStorm : judged))
    .filter(({ whole: { capabilities } }) => needs === undefined || capabilities.includes(needs))
    .flatMap(({ whole, ofCompanies }) =>
      (acrossCompanies ? [whole] : ofCompanies).map((record, index, all) => {
        const observations = judge(record, all.toSpliced(index, 1));
        return { record, observations: index === 0 ? observations : observations.map(ofSecond) };
      }),
    );

/** Whether a declared capability gives the obligation an occasion. */
const mayArise = ({ arisesWith }: Obligation, parts: readonly Parts[]): boolean =>
  arisesWith === undefined ||
  parts.some(({ judged: { whole } }) => whole.capabilities.some((capability) => arisesWith.includes(capability)));

const judgeOne = (obligation: Obligation, parts: readonly Parts[]): ObligationVerdict => {
  const { id, text, source, level, inferred } = obligation;
  const observed = observe(obligation, parts);
  const observations = observed.flatMap((each) => each.observations);
  const isBinding = observed.length > 0 && (observations.length > 0 || mayArise(obligation, parts));
  const broken = brokenIn(observed);
  const counts = {
    occasions: observations.length,
    broken: broken.length,
    ...omitUndefined({ stability: stabilityOf(observed) }),
  };
  const shown = broken.length > 0 ? broken : observations;
  const evidence = (kind: 'calls' | 'attempts' | 'actions'): number[] =>
    [...new Set(shown.flatMap((each: Observation) => each[kind] ?? []))]
      .toSorted((a, b) => a - b)
      .slice(0, shownEvidence);
  return {
    id,
    text,
    source,
    level,
    ...omitUndefined({ inferred }),
    ...(isBinding ? outcomeOf({ level, ...counts }) : notDeclared),
    ...counts,
    calls: evidence('calls'),
    attempts: evidence('attempts'),
    actions: evidence('actions'),
    seen: [...new Set(broken.flatMap(({ seen }) => seen ?? []))].slice(0, shownSeen),
  };
};

/**
 * Judges every obligation over the records of a session. A resumed session has several records, each judged by itself,
 * because the partner may have lost its data between them. Pure: the same records always give the same verdicts.
 */
export const judgePartner = (...records: readonly PartnerRecord[]): ObligationVerdict[] => {
  const parts = records.map(partsOf);
  return obligations.map((obligation) => judgeOne(obligation, parts));
};

/** The scenarios to repeat, by the obligation that failed in them and in no second play. */
export const breachesToConfirm = (...records: readonly PartnerRecord[]): { id: string; scenarios: string[] }[] => {
  const parts = records.map(partsOf);
  return obligations.flatMap((obligation) => {
    const scenarios = scenariosToRepeat(observe(obligation, parts));
    return scenarios.length === 0 ? [] : [{ id: obligation.id, scenarios }];
  });
};
