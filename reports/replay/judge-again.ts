import type { Assertion } from '../../core/exchange.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Recording } from '../../core/recording.ts';
import { causeOf, type Ending, endingOf, isFault, type StoredCase, type Verdict } from '../../core/verdict.ts';
import { propertySections } from '../../properties/all-properties.ts';
import { casesOf } from '../../properties/drawn-cases.ts';
import { sections } from '../../suites/catalogue.ts';
import { type Judged, whyUntried } from '../../suites/judge/judge.ts';
import { tryOnce } from '../../suites/judge/try-once.ts';
import { judgePassively, type Seen } from '../../suites/passive/judge-passively.ts';
import type { PassiveRule } from '../../suites/passive/passive-rule.ts';
import { passive } from '../../suites/passive/rules.ts';
import type { Rule } from '../../suites/rule.ts';
import { playback } from '../../suites/session/recording/playback.ts';
import { asWritten } from '../../suites/subject.ts';
import { asDelivered, asExchanged, asStored, type EvidenceFiles, type RecordedRun } from './recorded-run.ts';

/** A verdict by this version on recorded evidence. */
export interface JudgedAgain {
  kind: 'judged';
  /** Whether all evidence was kept. Of a property one case is kept, of a passive rule a sample. */
  isWhole: boolean;
  ended: Ending;
  exchanges: readonly { number: number; assertions: readonly Assertion[] }[];
  deliveries: readonly { assertions: readonly Assertion[] }[];
  /** All cases of a passing property, if the folder of the run is there. */
  cases?: readonly CaseAgain[];
  /** Requests of the check that the recording lacks. The verdict then means nothing. */
  missing: readonly string[];
  /** Recorded requests that the check did not send. */
  unasked: readonly string[];
}

/** A repeated judgment, or why there is none. */
export type Again = JudgedAgain | { kind: 'not kept'; why: string } | { kind: 'no rule' };

/** A stored case of a property, judged again. */
export interface CaseAgain {
  stored: StoredCase;
  again: Again;
}

const passiveRules: ReadonlyMap<string, PassiveRule> = new Map(passive.map((rule) => [rule.id, rule]));

/** Judges a passive rule by all exchanges of the run, or by the sample in the result. */
const judgePassiveAgain = (
  run: RecordedRun,
  rule: PassiveRule,
  verdict: Verdict,
  files: EvidenceFiles | undefined,
): Again => {
  const all = rule.about === 'exchanges' ? files?.exchanges : undefined;
  if (!all && verdict.exchanges.length + verdict.deliveries.length === 0) {
    return { kind: 'not kept', why: 'the exchanges that it was judged by are not stored' };
  }
  const seen: Seen = {
    handle: run.handle,
    exchanges: all ?? verdict.exchanges.map(asExchanged),
    deliveries: verdict.deliveries.map(asDelivered),
    redact: (judged) => asWritten(asStored(run, judged)),
  };
  const again = judgePassively(seen, rule);
  return {
    kind: 'judged',
    isWhole: all !== undefined || isFault(again),
    ended: endingOf(again),
    exchanges: again.exchanges,
    deliveries: again.deliveries,
    missing: [],
    unasked: [],
  };
};

interface TriedRule extends Judged {
  id: Rule['id'];
  /** The check that was recorded; undefined if its path leads to no case. */
  checkOf(run: RecordedRun, recording: Recording): Rule['check'] | undefined;
  isProperty: boolean;
}

const triedRules: ReadonlyMap<string, TriedRule> = new Map([
  ...sections.flatMap(({ rules }) =>
    rules.map((rule): [string, TriedRule] => [rule.id, { ...rule, checkOf: () => rule.check, isProperty: false }]),
  ),
  ...propertySections.flatMap(({ properties }) =>
    properties.map((property): [string, TriedRule] => [
      property.id,
      {
        ...property,
        checkOf: ({ handle }, { path }) =>
          path === undefined ? undefined : casesOf(property, { ...handle, path })[0]?.check,
        isProperty: true,
      },
    ]),
  ),
]);

type StoredTry = Pick<Verdict, 'recording' | 'outcome' | 'exchanges' | 'deliveries'>;

const tryAgain = async (run: RecordedRun, rule: TriedRule, kept: StoredTry): Promise<Again> => {
  const { recording } = kept;
  if (!recording || kept.outcome === 'error')
    return { kind: 'not kept', why: 'no stored try is enough to judge it again' };
  const check = rule.checkOf(run, recording);
  if (!check) return { kind: 'not kept', why: 'its stored path leads to no case of the property' };
  const played = playback({
    ...run,
    recording,
    exchanges: kept.exchanges.map(asExchanged),
    deliveries: kept.deliveries.map(asDelivered),
  });
  const tried = await played.play(() => tryOnce(played.environment, { ...rule, check }, recording.tried));
  const stored = asStored(run, tried);
  return {
    kind: 'judged',
    isWhole: true,
    ended: endingOf(stored),
    exchanges: stored.exchanges,
    deliveries: stored.deliveries,
    missing: played.missing(),
    unasked: played.unasked(),
  };
};

/** Judges all cases of a passing property, of the deciding try. */
const casesAgain = async (
  run: RecordedRun,
  property: TriedRule,
  { recording }: Verdict,
  files: EvidenceFiles,
): Promise<CaseAgain[]> => {
  const decidingTry = String(recording?.tried).split('.')[0];
  const cases = (files.cases.get(property.id) ?? []).filter(
    (each) => String(each.recording?.tried).split('.')[0] === decidingTry,
  );
  const again: CaseAgain[] = [];
  for (const stored of cases) {
    const exchanges = stored.exchanges.flatMap((number) => files.byNumber.get(number) ?? []);
    again.push({ stored, again: await tryAgain(run, property, { ...stored, exchanges }) });
  }
  return again;
};

/**
 * Judges the recorded evidence of one rule by this version. With the files of the run, also what the result only shows
 * in part. Never rejects.
 */
export const judgeAgain = async (run: RecordedRun, verdict: Verdict, files?: EvidenceFiles): Promise<Again> => {
  if (run.isInterrupted && causeOf(verdict) === 'not-reached' && !verdict.recording) {
    return { kind: 'not kept', why: 'the run ended before it was judged' };
  }
  const held = passiveRules.get(verdict.rule);
  if (held) return judgePassiveAgain(run, held, verdict, files);
  const rule = triedRules.get(verdict.rule);
  if (!rule) return { kind: 'no rule' };
  const untried = whyUntried(rule, run.handle);
  if (untried) {
    return { kind: 'judged', isWhole: true, ended: untried, exchanges: [], deliveries: [], missing: [], unasked: [] };
  }
  const again = await tryAgain(run, rule, verdict);
  if (again.kind !== 'judged' || !rule.isProperty || isFault(again.ended)) return again;
  if (verdict.search?.planned === 1) return again;
  const cases = files ? await casesAgain(run, rule, verdict, files) : undefined;
  return { ...again, isWhole: cases !== undefined, ...omitUndefined({ cases }) };
};
