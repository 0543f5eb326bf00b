import { outcomes } from '../../core/outcome.ts';
import type { Result } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { waiverOf } from '../conclude.ts';
import { groups, verdictsByGroup } from '../groups.ts';
import { type Markup, markup } from '../kit/page/markup.ts';
import { sectionTitleOf, sectionTitles } from '../listed-rules.ts';
import { percentOf, tallyOf } from '../tally.ts';

type Outcome = Verdict['outcome'];

const squareOf = (result: Result, verdict: Verdict): Markup => {
  const { rule, outcome, text } = verdict;
  const said = waiverOf(result, verdict) ? `${outcome}, waived` : outcome;
  return markup`<a class="square ${outcome}" href="#${rule}" aria-label="${rule} ${said}" title="${rule} ${said}: ${text}"></a>`;
};

/** Sections in the order of the catalogue, unknown ones last. */
const inOrder = (verdicts: readonly Verdict[]): [string, Verdict[]][] => {
  const order = [...sectionTitles.keys()];
  const place = (section: string): number => (order.includes(section) ? order.indexOf(section) : order.length);
  return [...Map.groupBy(verdicts, ({ section }) => section)].toSorted(([a], [b]) => place(a) - place(b));
};

const countOf = (count: number, outcome: string): Markup =>
  markup`<td class="number ${count === 0 ? 'zero' : outcome}" data-name="${outcome}">${count === 0 ? '·' : count}</td>`;

const figuresOf = (verdicts: readonly Verdict[], shown: readonly Outcome[]): Markup => {
  const { counts, conformance, coverage } = tallyOf(verdicts);
  return markup`${shown.map((outcome) => countOf(counts[outcome], outcome))}<td class="number">${percentOf(conformance.held, conformance.judged)}</td><td class="number">${percentOf(coverage.judged, coverage.applicable)}</td>`;
};

/** The matrix: one row for each section and group, one square for each rule. */
export const matrixSection = (result: Result): Markup => {
  const { verdicts, counts } = result;
  const present = outcomes.filter((outcome) => counts[outcome] > 0);
  const shown = present.filter((outcome) => outcome !== 'pass');
  const rows = inOrder(verdicts).map(
    ([section, own]) =>
      markup`<tr data-section="${section}"><th scope="row"><a href="#?section=${encodeURIComponent(section.toWellFormed())}">${sectionTitleOf(section)}</a></th><td class="squares">${own.map((verdict) => squareOf(result, verdict))}</td>${figuresOf(own, shown)}</tr>
`,
  );
  const byGroup = verdictsByGroup(verdicts).map(
    ([group, own]) =>
      markup`<tr><th scope="row">${group}</th><td class="sum">${own.length} rules: ${groups[group]}</td>${figuresOf(own, shown)}</tr>
`,
  );
  const heads = markup`${shown.map((outcome) => markup`<th scope="col" class="number">${outcome === 'unverified' ? 'unver.' : outcome}</th>`)}<th scope="col" class="number">conf.</th><th scope="col" class="number">cov.</th>`;
  const key = present.map(
    (outcome) => markup`<li><span class="square ${outcome}" aria-hidden="true"></span>${outcome}</li>`,
  );
  return markup`<section aria-labelledby="matrix"><h2 id="matrix">Matrix <small>${verdicts.length} rules by section; each square leads to its rule</small></h2>
<ul class="key" aria-label="Signs">${key}</ul>
<table class="matrix"><thead><tr><th scope="col">Section</th><th scope="col">Rules</th>${heads}</tr></thead><tbody>${rows}</tbody><tfoot><tr><th scope="row">All</th><td class="sum">${verdicts.length} rules</td>${figuresOf(verdicts, shown)}</tr></tfoot></table>
<h3>Groups <small>a rule may be in several</small></h3>
<table class="matrix"><thead><tr><th scope="col">Group</th><th scope="col">Rules</th>${heads}</tr></thead><tbody>${byGroup}</tbody></table></section>`;
};
