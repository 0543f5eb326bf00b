import { readFileSync } from 'node:fs';
import { outcomes } from '../../core/outcome.ts';
import type { Result } from '../../core/result.ts';
import { historyOf } from '../history/run-history.ts';
import type { RunSummary } from '../history/run-summary.ts';
import { pageDocument } from '../kit/page/document.ts';
import { type Markup, markup, nothing } from '../kit/page/markup.ts';
import { signOf } from '../kit/paint.ts';
import { sectionTitleOf } from '../listed-rules.ts';
import { aboutSections, troubleSections } from './about-run.ts';
import { type KeptBlocks, newEvidence } from './evidence.ts';
import { headline, judgmentIn, pageHeader } from './headline.ts';
import { historySection } from './history-section.ts';
import { matrixSection } from './matrix-section.ts';
import { type PageSection, ruleGroups } from './rule-groups.ts';
import { sinceSection } from './since-section.ts';
import { runPageStyle } from './style.ts';

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
    : markup`<p class="note" id="left-out">So that this page stays below ${maxBytes / 1e6} MB, ${leftOut} of ${pieces} pieces of evidence are left out of it, those of rules that held before others. Where one is missing the page says so; result.json has them all.</p>`;

/** What someone must act on stands before the matrix. */
const isPressing = ({ id }: PageSection): boolean => ['errors', 'failed'].includes(id);

const linksTo = (groups: readonly PageSection[]): { id: string; title: string }[] =>
  groups.map(({ id, title, count }) => ({ id, title: `${title} ${count}` }));

/**
 * The report of a run as one HTML page of at most 10 MB that needs nothing else. It shows the result, and the summaries
 * of earlier runs of the same target, oldest first. The verdicts and what to do about them are plain HTML. The exchanges
 * are compressed, and the page's own script shows those that are asked for. All that stems from the target is escaped and
 * made printable.
 */
export const runPage = (result: Result, earlier: readonly RunSummary[] = []): string => {
  const { target, run, suite } = result;
  const evidence = newEvidence();
  const troubles = troubleSections(result);
  const history = historyOf(earlier, result);
  const groups = ruleGroups(result, evidence, history.records);
  const [pressing, others] = [groups.filter(isPressing), groups.filter((group) => !isPressing(group))];
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
<footer><p>Selo ${suite.version} · run ${run.id} · result.json holds all that stands here, and the bodies that were cut</p></footer>`;
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
