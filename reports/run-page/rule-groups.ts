import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Result } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { termsOf, waiverOf } from '../conclude.ts';
import { adviceInWords } from '../failures/describe-fault.ts';
import { groupsByCause, groupsByReason } from '../failures/leading-exchanges.ts';
import { describeRecord, markOf, type RuleRecord } from '../history/rule-record.ts';
import { type Markup, markup } from '../kit/page/markup.ts';
import { excerpt } from '../kit/printable.ts';
import { sectionTitleOf } from '../listed-rules.ts';
import type { Evidence } from './evidence.ts';
import { type PlacedRule, ruleView } from './rule-view.ts';

type View = (placed: PlacedRule) => Markup;

interface Group {
  id: string;
  title: string;
  about: string;
  verdicts: readonly PlacedRule[];
}

/** All verdicts, most urgent first. */
const groupsOf = (result: Result, records: readonly RuleRecord[]): Group[] => {
  const recordOf = new Map(
    records.map((record) => [record.rule, { mark: markOf(record), inWords: describeRecord(record) }]),
  );
  const placed = result.verdicts.map((verdict, index): PlacedRule => {
    const waiver = waiverOf(result, verdict);
    const waived = waiver && `${termsOf(waiver)}: ${waiver.reason}`;
    return { verdict, index, ...omitUndefined({ waived, record: recordOf.get(verdict.rule) }) };
  });
  const isWaived = ({ waived }: PlacedRule): boolean => waived !== undefined;
  const of = (outcome: Verdict['outcome']): PlacedRule[] => placed.filter((each) => each.verdict.outcome === outcome);
  const unwaived = (outcome: 'fail' | 'warn'): PlacedRule[] => of(outcome).filter((each) => !isWaived(each));
  return [
    { id: 'errors', title: 'Errors', about: 'the suite failed, not the target', verdicts: of('error') },
    { id: 'failed', title: 'Failed', about: 'a required rule failed', verdicts: unwaived('fail') },
    { id: 'waived', title: 'Waived', about: 'known, and covered until a date', verdicts: placed.filter(isWaived) },
    { id: 'warnings', title: 'Warnings', about: 'a should does not hold', verdicts: unwaived('warn') },
    { id: 'unverified', title: 'Unverified', about: 'not judged, and why', verdicts: of('unverified') },
    { id: 'held', title: 'Passed', about: 'everything that the rule requires was seen', verdicts: of('pass') },
  ].filter(({ verdicts }) => verdicts.length > 0);
};

const maxReasonLength = 400;

/** Rules that were not judged, by reason. */
const byReason = (verdicts: readonly PlacedRule[], view: View): Markup[] =>
  groupsByReason(verdicts, ({ verdict }) => verdict).map(({ first, items, cause, reason, suffix }) => {
    const advice = adviceInWords(first.verdict);
    return markup`<div class="part" data-part><h3>${cause}: ${excerpt(reason, maxReasonLength)}${suffix} <small>${items.length}</small></h3><p class="to-do"><b>What to do</b> ${advice}</p>${items.map(view)}</div>`;
  });

const part = (title: string, placed: readonly PlacedRule[], view: View): Markup =>
  markup`<div class="part" data-part><h3>${title} <small>${placed.length}</small></h3>${placed.map(view)}</div>`;

const bySection = (verdicts: readonly PlacedRule[], view: View): Markup[] =>
  [...Map.groupBy(verdicts, ({ verdict }) => verdict.section)].map(([section, group]) =>
    part(sectionTitleOf(section), group, view),
  );

/** Faults with one probable cause are grouped before the others. */
const byCause = (verdicts: readonly PlacedRule[], view: View): Markup[] => {
  const placeOf = new Map(verdicts.map((placed) => [placed.verdict, placed]));
  const groups = groupsByCause(verdicts.map(({ verdict }) => verdict)).map((group) =>
    group.flatMap((verdict) => placeOf.get(verdict) ?? []),
  );
  const [alike, single] = [
    groups.filter(({ length }) => length > 1),
    groups.filter(({ length }) => length === 1).flat(),
  ];
  if (alike.length === 0) return single.map(view);
  return [
    ...alike.map((placed) => part('Probably one cause', placed, view)),
    ...(single.length > 0 ? [part('Each with a cause of its own', single, view)] : []),
  ];
};

/** A section of rules with a link in the contents. */
export interface PageSection {
  id: string;
  title: string;
  /** Number of rules. */
  count: number;
  body: Markup;
}

/** Every rule once, in the section of its outcome. */
export const ruleGroups = (result: Result, evidence: Evidence, records: readonly RuleRecord[]): PageSection[] =>
  groupsOf(result, records).map(({ id, title, about, verdicts }) => {
    const view: View = (placed) => ruleView(result, placed, evidence);
    const listed = (): Markup[] => {
      if (id === 'unverified') return byReason(verdicts, view);
      return id === 'held' ? bySection(verdicts, view) : byCause(verdicts, view);
    };
    const body = markup`<section class="rules" data-part aria-labelledby="${id}"><h2 id="${id}">${title} <small>${verdicts.length} · ${about}</small></h2>${listed()}</section>`;
    return { id, title, count: verdicts.length, body };
  });
