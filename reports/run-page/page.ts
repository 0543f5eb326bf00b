import { readFileSync } from 'node:fs';
import { outcomes } from '../../core/outcome.ts';
import type { Result } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import {
  type Conclusion,
  concludeRun,
  figuresInWords,
  percentagesOf,
  percentOf,
  tallyOf,
  waiverOf,
} from '../conclude.ts';
import { groups, verdictsByGroup } from '../groups.ts';
import { historyOf } from '../history/run-history.ts';
import type { RunSummary } from '../history/run-summary.ts';
import { pageDocument } from '../kit/page/document.ts';
import { type Markup, markup, nothing } from '../kit/page/markup.ts';
import { signOf } from '../kit/printable.ts';
import { sectionTitleOf, sectionTitles } from '../listed-rules.ts';
import { aboutSections, troubleSections } from './about-run.ts';
import { type KeptBlocks, newEvidence } from './evidence.ts';
import { historySection, sinceSection } from './history-section.ts';
import { type PageSection, ruleGroups } from './rule-groups.ts';
import { runPageStyle } from './style.ts';

/** The badge for each conclusion, and the look that it shares with a gate. */
const looks: Record<Conclusion['kind'], { badge: string; sign: string; look: string }> = {
  holds: { badge: 'pass', sign: '✓', look: 'pass' },
  partial: { badge: 'partial', sign: '◐', look: 'inconclusive' },
  failed: { badge: 'fail', sign: '✗', look: 'fail' },
  unjudgeable: { badge: 'not judged', sign: '?', look: 'inconclusive' },
  interrupted: { badge: 'interrupted', sign: '…', look: 'inconclusive' },
  wrong: { badge: 'suite fault', sign: '‼', look: 'invalid' },
};

const lasted = ({ startedAt, endedAt }: Result['run']): string => {
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const judgmentIn = (result: Result): { badge: string; sign: string; look: string; message: string } => {
  const { kind, message } = concludeRun(result);
  return { ...looks[kind], message };
};

const pageHeader = (result: Result): Markup => {
  const { target, run, suite } = result;
  const when = `${run.startedAt.slice(0, 16).replace('T', ' ')} UTC`;
  const interrupted = run.interrupted
    ? markup`<p class="alarm">This run was interrupted: what it did not reach is unverified.</p>`
    : nothing;
  return markup`<header><p class="product">Selo run report</p><h1>${target.name}</h1><p class="about"><code>${target.baseUrl}</code></p><p class="about">${when} · ${run.requests} requests in ${lasted(run)} · ${run.depth} depth · seed ${run.seed} · Selo ${suite.version}</p>${interrupted}</header>`;
};

const share = (name: string, part: number, whole: number, about: string): Markup =>
  markup`<div class="figure"><dt>${name}</dt><dd><b>${percentOf(part, whole)}</b><svg class="share ${name.toLowerCase()}" width="100%" height="6" aria-hidden="true"><rect class="whole" width="100%" height="6" rx="3"/><rect class="held" width="${whole === 0 ? 0 : ((100 * part) / whole).toFixed(2)}%" height="6" rx="3"/></svg><span>${about}</span></dd></div>`;

const proofOf = ({ suite: { proven } }: Result): string =>
  `Why trust these verdicts: ${proven.rules} rules and ${proven.properties} properties caught ${proven.caught} of ${proven.defects} defects, and had false positives on ${proven.falsePositives} of ${proven.variants} variants.`;

/** The conclusion, with conformance and coverage as separate figures. */
const headline = (result: Result): Markup => {
  const { badge, sign, look, message } = judgmentIn(result);
  const { conformance, coverage } = result;
  const [passed, judged] = figuresInWords(result);
  const figures = [
    share('Conformance', conformance.held, conformance.judged, passed),
    share('Coverage', coverage.judged, coverage.applicable, judged),
  ];
  return markup`<section class="gate ${look}" aria-labelledby="verdict"><h2 id="verdict"><span class="badge"><span aria-hidden="true">${sign}</span> ${badge}</span></h2><p class="why">${capitalized(message)}.</p><dl class="figures">${figures}</dl><p class="proof">${proofOf(result)}</p></section>`;
};

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

const figuresOf = (verdicts: readonly Verdict[], shown: readonly Verdict['outcome'][]): Markup => {
  const tally = tallyOf(verdicts);
  const shares = percentagesOf(tally).map((percent) => markup`<td class="number">${percent}</td>`);
  return markup`${shown.map((outcome) => countOf(tally.counts[outcome], outcome))}${shares}`;
};

/** The matrix: one row for each section and group, one square for each rule. */
const matrixSection = (result: Result): Markup => {
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

const chip = (name: string, value: string, label: Markup): Markup =>
  markup`<label class="toggle ${value}"><input type="checkbox" name="${name}" value="${value}"><span>${label}</span></label>`;

/** The filters, hidden until the script that they need runs. */
const filterBar = ({ verdicts, counts }: Result): Markup => {
  const sections = [...new Set(verdicts.map(({ section }) => section))];
  const byOutcome = outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) =>
      chip(
        'outcome',
        outcome,
        markup`<span aria-hidden="true">${signOf[outcome]}</span> ${outcome} <b>${counts[outcome]}</b>`,
      ),
    );
  const byLevel = (['must', 'should'] as const)
    .map((level) => ({ level, count: verdicts.filter((verdict) => verdict.level === level).length }))
    .filter(({ count }) => count > 0)
    .map(({ level, count }) => chip('level', level, markup`${level} <b>${count}</b>`));
  return markup`<search id="filters" class="filters" aria-label="Filter the rules" hidden>
<fieldset><legend class="unseen">Verdict</legend>${byOutcome}</fieldset>
<fieldset><legend class="unseen">Level</legend>${byLevel}</fieldset>
<label><span class="unseen">Section</span><select name="section"><option value="">every section</option>${sections.map((section) => markup`<option value="${section}">${sectionTitleOf(section)}</option>`)}</select></label>
<label class="text"><span class="unseen">Text</span><input type="search" name="text" placeholder="Text, rule, pointer" autocomplete="off" spellcheck="false"></label>
<button type="button" class="reset" hidden>Show all</button>
<p id="count" role="status" aria-live="polite"></p>
</search>
<p id="none-shown" class="none-shown" hidden>No rule matches these filters. Choose fewer of them, or show all.</p>`;
};

const client = readFileSync(new URL('./client/client.js', import.meta.url), 'utf8');

/** The limit of a whole page. `frameBytes` of it are for what surrounds the body. */
const maxBytes = 10_000_000;
const frameBytes = 200_000;

const leftOutNote = ({ leftOut, pieces }: KeptBlocks): Markup =>
  leftOut === 0
    ? nothing
    : markup`<p class="note" id="left-out">To keep this page below ${maxBytes / 1e6} MB, ${leftOut} of ${pieces} pieces of evidence are left out, those of passed rules first. The page says where one is missing; result.json has them all.</p>`;

/** Whether someone must act on a section: it is then shown before the matrix. */
const isPressing = ({ id }: PageSection): boolean => ['errors', 'failed'].includes(id);

const linksTo = (groups: readonly PageSection[]): { id: string; title: string }[] =>
  groups.map(({ id, title, count }) => ({ id, title: `${title} ${count}` }));

/**
 * The report of a run as one HTML page of at most 10 MB that needs nothing else. It shows the result, and the summaries
 * of earlier runs of the same target, oldest first. The verdicts and what to do about them are plain HTML. The exchanges
 * are compressed, and the script of the page shows those that a reader opens. Everything that comes from the target is
 * escaped and made printable.
 */
export const runPage = (result: Result, earlier: readonly RunSummary[] = []): string => {
  const { target, run, suite } = result;
  const evidence = newEvidence();
  const troubles = troubleSections(result);
  const history = historyOf(earlier, result);
  const rules = ruleGroups(result, evidence, history.records);
  const [pressing, others] = [rules.filter(isPressing), rules.filter((group) => !isPressing(group))];
  const since = history.since ? [sinceSection(history.since)] : [];
  const about = [...(earlier.length > 0 ? [historySection(history)] : []), ...aboutSections(result)];
  const linked = [
    ...troubles,
    ...since,
    ...linksTo(pressing),
    { id: 'matrix', title: 'Matrix' },
    ...linksTo(others),
    ...about,
  ];
  const contents = markup`<nav aria-label="Contents"><ul>${linked.map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>`;
  const beginning = markup`<a class="skip" href="#verdict">To the verdict</a>
${pageHeader(result)}
<main>
${headline(result)}
${contents}`;
  const sections = markup`${[...troubles, ...since].map(({ body }) => body)}
${filterBar(result)}
${pressing.map(({ body }) => body)}
${matrixSection(result)}
${others.map(({ body }) => body)}
${about.map(({ body }) => body)}
</main>
<footer><p>Selo ${suite.version} · run ${run.id} · result.json has everything on this page, and the complete bodies</p></footer>`;
  const kept = evidence.blocksWithin(maxBytes - frameBytes - Buffer.byteLength(sections.text));
  return pageDocument(
    `${judgmentIn(result).badge}: ${target.name}`,
    markup`${beginning}
${leftOutNote(kept)}
${sections}
${kept.blocks}`,
    { styles: [runPageStyle], scripts: [client] },
  );
};
