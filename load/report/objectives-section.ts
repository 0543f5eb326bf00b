import type { GateReason, LoadResult } from '../../core/load-result.ts';
import { type Markup, markup, nothing, table } from '../../reports/kit/page/markup.ts';
import { signOf } from '../../reports/kit/printable.ts';
import { inUnit, inWhole } from './figures.ts';
import { gateSteps, nextSteps, verdictLook } from './next-steps.ts';
import { numberColumns, type Section, textColumns } from './section.ts';

const describeReason = ({ outcome, text, advice }: GateReason): Markup =>
  markup`<li class="${outcome}"><span class="sign" aria-hidden="true">${signOf[outcome]}</span><div><span class="unseen">${outcome}: </span>${text}${advice === undefined ? nothing : markup`<p class="advice">${advice}</p>`}</div></li>`;

/** The verdict with its reasons. */
export const gateSection = (result: LoadResult): Markup => {
  const { verdict, message, reasons } = result.gate;
  // the badge shows the verdict
  const why = message.startsWith(`${verdict}: `) ? message.slice(verdict.length + 2) : message;
  const groups = gateSteps.flatMap(({ step, question }) => {
    const own = reasons.filter((reason) => reason.step === step);
    if (own.length === 0) return [];
    return [markup`<section><h3>${step} <small>${question}</small></h3><ul>${own.map(describeReason)}</ul></section>`];
  });
  return markup`<section class="gate ${verdict}" aria-labelledby="gate"><h2 id="gate"><span class="badge"><span aria-hidden="true">${verdictLook[verdict].sign}</span> ${verdict}</span></h2><p class="why">${why}</p><p class="next"><strong>Next:</strong> ${nextSteps(result).join('. ')}.</p><div class="reasons">${groups}</div></section>`;
};

export const objectivesSection = ({ objectives }: LoadResult): Section[] => {
  if (objectives.length === 0) return [];
  const rows = objectives.map(({ text, limit, actual, unit, samples, outcome }) => [
    text,
    inUnit(limit, unit),
    inUnit(actual, unit),
    inWhole(samples),
    markup`<span class="outcome ${outcome}">${signOf[outcome]} ${outcome === 'unverified' ? 'too few samples' : outcome}</span>`,
  ]);
  const columns = [
    ...textColumns('Objective'),
    ...numberColumns('Limit', 'Actual', 'Samples'),
    ...textColumns('Outcome'),
  ];
  return [{ id: 'objectives', title: 'Objectives', body: table('Objectives', columns, rows) }];
};
