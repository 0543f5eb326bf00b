import { isFault, type Verdict } from '../../core/verdict.ts';
import { subjectOf } from '../failures/fault-story.ts';
import { showingExchange } from '../failures/leading-exchanges.ts';
import { requestInWords } from '../failures/request-in-words.ts';
import { type Markup, markup, nothing } from '../kit/page/markup.ts';
import { excerpt } from '../kit/printable.ts';
import { type Compared, compare } from './difference.ts';
import { statementView } from './statement-view.ts';

const longestShown = 900;
const longestPointer = 300;

const shown = ({ before, differs, after }: Compared): Markup =>
  markup`${before}${differs === '' ? nothing : markup`<mark>${differs}</mark>`}${after}`;

const cut = (text: string): string => (text.length > longestShown ? text.slice(0, longestShown) : text);

const restOf = (text: string): Markup =>
  text.length > longestShown ? markup`<small>… ${text.length} characters in all</small>` : nothing;

/** What was required over what was there, the part that differs marked. */
export const violationView = (verdict: Verdict): Markup => {
  if (!isFault(verdict)) return nothing;
  const { pointer, expected, actual } = verdict.violation;
  const compared = compare(cut(expected), cut(actual));
  const showing = showingExchange(verdict);
  const where = showing ? requestInWords(verdict, showing) : subjectOf(verdict);
  return markup`<dl class="violation"><div><dt>Where</dt><dd><code>${pointer === '' ? 'the body' : excerpt(pointer, longestPointer)}</code> of ${statementView(where)}</dd></div><div class="expected"><dt>Expected</dt><dd>${shown(compared.expected)}${restOf(expected)}</dd></div><div class="actual"><dt>Actual</dt><dd>${shown(compared.actual)}${restOf(actual)}</dd></div></dl>`;
};
