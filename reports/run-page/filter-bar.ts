import { outcomes } from '../../core/outcome.ts';
import type { Result } from '../../core/result.ts';
import { type Markup, markup } from '../kit/page/markup.ts';
import { signOf } from '../kit/paint.ts';
import { titleOf } from './section-title.ts';

const chip = (name: string, value: string, label: Markup): Markup =>
  markup`<label class="toggle ${value}"><input type="checkbox" name="${name}" value="${value}"><span>${label}</span></label>`;

/** The filters, hidden until the script that they need runs. */
export const filterBar = ({ verdicts, counts }: Result): Markup => {
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
<label><span class="unseen">Section</span><select name="section"><option value="">every section</option>${sections.map((section) => markup`<option value="${section}">${titleOf(section)}</option>`)}</select></label>
<label class="text"><span class="unseen">Text</span><input type="search" name="text" placeholder="Text, rule, pointer" autocomplete="off" spellcheck="false"></label>
<button type="button" class="reset" hidden>Show all</button>
<p id="count" role="status" aria-live="polite"></p>
</search>
<p id="none-shown" class="none-shown" hidden>No rule matches these filters. Choose fewer of them, or show all.</p>`;
};
