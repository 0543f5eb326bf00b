import { counted } from '../../core/counted.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Result } from '../../core/result.ts';
import { causeOf, isFault, reasonOf, stabilityOf, type Verdict } from '../../core/verdict.ts';
import { termsOf, waiverOf } from '../conclude.ts';
import { adviceInWords } from '../failures/describe-fault.ts';
import { groupsByCause, groupsByReason } from '../failures/leading-exchanges.ts';
import {
  hurlFileOf,
  regressionFileOf,
  regressionOf,
  repeatCommand,
  requestsFileOf,
} from '../failures/repeat/commands.ts';
import { casesInWords, drawInWords, inSentences, statementsOf, whereInWords } from '../failures/verdict-in-words.ts';
import { impactOf } from '../groups.ts';
import { describeRecord, markOf, type RuleRecord } from '../history/run-history.ts';
import { facts, type Markup, markup, nothing, sentenceView } from '../kit/page/markup.ts';
import { excerpt, signOf } from '../kit/printable.ts';
import { sectionTitleOf } from '../listed-rules.ts';
import type { Evidence } from './evidence.ts';
import { commandView } from './message.ts';
import { evidenceView } from './rule-evidence.ts';

/** A text, split around the part that differs from another text. `differs` may be empty. */
export interface Compared {
  before: string;
  differs: string;
  after: string;
}

const tokensOf = (text: string): string[] => text.match(/\p{L}+|\p{N}+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];

const hasWord = (tokens: readonly string[]): boolean => tokens.some((token) => /[\p{L}\p{N}]/u.test(token));

const isScalar = (text: string): boolean => /^("(?:[^"\\]|\\.)*"|[\w.+-]+)$/.test(text);

const unmarked = (text: string): Compared => ({ before: text, differs: '', after: '' });

/**
 * Finds the part in which two texts differ, between their common first and last words. Texts with nothing in common are
 * not compared, unless both are single values.
 */
export const compare = (expected: string, actual: string): { expected: Compared; actual: Compared } => {
  const [left, right] = [tokensOf(expected), tokensOf(actual)];
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start++;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end++;
  const isAlike = hasWord([...left.slice(0, start), ...left.slice(left.length - end)]);
  if (!isAlike && !(isScalar(expected) && isScalar(actual))) {
    return { expected: unmarked(expected), actual: unmarked(actual) };
  }
  const parts = (tokens: readonly string[]): Compared => ({
    before: tokens.slice(0, start).join(''),
    differs: tokens.slice(start, tokens.length - end).join(''),
    after: tokens.slice(tokens.length - end).join(''),
  });
  return { expected: parts(left), actual: parts(right) };
};

const maxShownLength = 900;
const maxPointerLength = 300;

const shown = ({ before, differs, after }: Compared): Markup =>
  markup`${before}${differs === '' ? nothing : markup`<mark>${differs}</mark>`}${after}`;

const cut = (text: string): string => (text.length > maxShownLength ? text.slice(0, maxShownLength) : text);

const restOf = (text: string): Markup =>
  text.length > maxShownLength ? markup`<small>… ${text.length} characters in all</small>` : nothing;

/** Expected above actual, with the difference marked. */
const violationView = (verdict: Verdict): Markup => {
  if (!isFault(verdict)) return nothing;
  const { pointer, expected, actual } = verdict.violation;
  const compared = compare(cut(expected), cut(actual));
  return markup`<dl class="violation"><div><dt>Where</dt><dd><code>${pointer === '' ? 'the body' : excerpt(pointer, maxPointerLength)}</code> of ${sentenceView(whereInWords(verdict))}</dd></div><div class="expected"><dt>Expected</dt><dd>${shown(compared.expected)}${restOf(expected)}</dd></div><div class="actual"><dt>Actual</dt><dd>${shown(compared.actual)}${restOf(actual)}</dd></div></dl>`;
};

const levels: Record<Verdict['level'], string> = {
  must: 'must: the document states it plainly',
  should: 'should: recommended; the document leaves room or only implies it',
};

const maxBriefLength = 160;
const maxAdviceLength = 600;
const maxReasonLength = 2_000;

const shortened = (text: string): string => (text.length > maxBriefLength ? `${text.slice(0, maxBriefLength)}…` : text);

const howOften = (verdict: Verdict): string => {
  const stability = stabilityOf(verdict);
  if (!stability) return '';
  const { kind, failed, of } = stability;
  const words = { stable: 'every time', intermittent: 'now and then', unconfirmed: 'too few times to be sure' };
  return `${kind}: failed ${words[kind]}, ${failed} of ${of}`;
};

const seconds = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

const searchFacts = (result: Result, verdict: Verdict): (readonly [string, string])[] => {
  const { search } = verdict;
  if (!search) return [];
  // a failing case ends the search
  const tried = search.counterexample ? `${search.cases} of ${search.planned} cases` : casesInWords(search);
  const draw = drawInWords(result, verdict);
  return [['Tried on', tried], ...(draw ? [['Drawn', draw.drawn] as const, ['Found', draw.found] as const] : [])];
};

const repeatView = (result: Result, verdict: Verdict): Markup => {
  if (!isFault(verdict)) return nothing;
  const files = [
    ...(verdict.exchanges.length > 0
      ? [`${requestsFileOf(verdict)} and ${hurlFileOf(verdict)} send its requests again`]
      : []),
    ...(regressionOf(result, verdict) === undefined ? [] : [`${regressionFileOf(verdict)} keeps it as a test`]),
  ];
  const scripts =
    files.length > 0 ? markup`<p class="note">In the folder of result.json: ${files.join('; ')}.</p>` : nothing;
  return markup`<h3>Repeat it</h3>${commandView('repeat', repeatCommand(result, verdict))}${scripts}`;
};

const summaryOf = ({ verdict, waived, record }: PlacedRule): Markup => {
  const { rule, text, outcome, level } = verdict;
  const stability = stabilityOf(verdict)?.kind ?? 'stable';
  const chips = [
    ...(level === 'should' ? ['should'] : []),
    ...(stability === 'stable' ? [] : [stability]),
    ...(waived === undefined ? [] : ['waived']),
    ...(record === undefined || record.mark === '' ? [] : [record.mark]),
  ].map((label) => markup` <span class="chip">${label}</span>`);
  const sentences = inSentences(verdict);
  const brief = sentences
    ? markup`<span class="brief">expected ${sentenceView(shortened(sentences.expected))}; got <b>${sentenceView(shortened(sentences.got))}</b></span>`
    : nothing;
  return markup`<summary><span class="sign" role="img" aria-label="${outcome}">${signOf[outcome]}</span><span class="id">${rule}</span><span class="statement">${sentenceView(text)}${chips}${brief}</span></summary>`;
};

const statementsView = (verdict: Verdict): Markup => {
  if (!isFault(verdict)) return nothing;
  const impact = impactOf(verdict);
  const consequence =
    impact === undefined ? nothing : markup`<p class="impact"><b>Impact on partners</b> ${impact}</p>`;
  return markup`<ul class="statements">${statementsOf(verdict).map((statement) => markup`<li>${sentenceView(statement)}</li>`)}</ul>${consequence}`;
};

const adviceView = (verdict: Verdict): Markup =>
  verdict.outcome === 'pass'
    ? nothing
    : markup`<p class="to-do"><b>What to do</b> ${sentenceView(excerpt(adviceInWords(verdict), maxAdviceLength))}</p>`;

/** A verdict with its place in the result, and what the page knows about its rule. */
interface PlacedRule {
  verdict: Verdict;
  /** Index in the result. */
  index: number;
  /** The terms and the reason of the waiver that covers the verdict. */
  waived?: string;
  /** What the last runs say of the rule, if it did not always pass. `mark` is a short label, or empty. */
  record?: { mark: string; inWords: string };
}

/** One rule with its verdict: one line when closed, everything about it when open. */
const ruleView = (result: Result, placed: PlacedRule, evidence: Evidence): Markup => {
  const { verdict, waived, record } = placed;
  const { rule, section, source, level, outcome, assertions, requests, durationMs } = verdict;
  const [cause, reason] = [causeOf(verdict), reasonOf(verdict)];
  const stability = howOften(verdict);
  const said: (readonly [string, string])[] = [
    ['Verdict', cause === undefined ? outcome : `${outcome}, ${cause}`],
    ...(stability === '' ? [] : [['Stability', stability] as const]),
    ...(record ? [['Over the last runs', record.inWords] as const] : []),
    ['Level', levels[level]],
    ['Source', source],
    ['Judged by', `${counted(assertions, 'assertion')}, ${counted(requests, 'request')}, ${seconds(durationMs)}`],
    ...searchFacts(result, verdict),
    ...(waived === undefined ? [] : [['Waived', waived] as const]),
  ];
  return markup`<details class="rule ${outcome}" id="${rule}" data-outcome="${outcome}" data-level="${level}" data-section="${section}">${summaryOf(placed)}<div class="about-rule">${statementsView(verdict)}${violationView(verdict)}${reason === undefined ? nothing : markup`<p>${excerpt(reason, maxReasonLength)}</p>`}${adviceView(verdict)}${facts(said)}${repeatView(result, verdict)}${evidenceView(result, placed, evidence)}</div></details>
`;
};

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

const maxHeadingLength = 400;

/** Rules that were not judged, by reason. */
const byReason = (verdicts: readonly PlacedRule[], view: View): Markup[] =>
  groupsByReason(verdicts, ({ verdict }) => verdict).map(({ first, items, cause, reason, suffix }) => {
    const advice = adviceInWords(first.verdict);
    return markup`<div class="part" data-part><h3>${cause}: ${excerpt(reason, maxHeadingLength)}${suffix} <small>${items.length}</small></h3><p class="to-do"><b>What to do</b> ${advice}</p>${items.map(view)}</div>`;
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
