import type { Result } from '../../core/result.ts';
import { type Conclusion, concludeRun } from '../conclude.ts';
import { type Markup, markup, nothing } from '../kit/page/markup.ts';
import { percentOf } from '../tally.ts';

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

export const judgmentIn = (result: Result): { badge: string; sign: string; look: string; message: string } => {
  const { kind, message } = concludeRun(result);
  return { ...looks[kind], message };
};

export const pageHeader = (result: Result): Markup => {
  const { target, run, suite } = result;
  const when = `${run.startedAt.slice(0, 16).replace('T', ' ')} UTC`;
  const interrupted = run.interrupted
    ? markup`<p class="alarm">This run was interrupted: what it did not reach is unverified.</p>`
    : nothing;
  return markup`<header><p class="product">Selo run report</p><h1>${target.name}</h1><p class="about"><code>${target.baseUrl}</code></p><p class="about">${when} · ${run.requests} requests in ${lasted(run)} · ${run.depth} depth · seed ${run.seed} · Selo ${suite.version}</p>${interrupted}</header>`;
};

const share = (name: string, { part, whole, about }: { part: number; whole: number; about: string }): Markup =>
  markup`<div class="figure"><dt>${name}</dt><dd><b>${percentOf(part, whole)}</b><svg class="share ${name.toLowerCase()}" width="100%" height="6" aria-hidden="true"><rect class="whole" width="100%" height="6" rx="3"/><rect class="held" width="${whole === 0 ? 0 : ((100 * part) / whole).toFixed(2)}%" height="6" rx="3"/></svg><span>${about}</span></dd></div>`;

const proofOf = ({ suite: { proven } }: Result): string =>
  `Why trust these verdicts: ${proven.rules} rules and ${proven.properties} properties caught ${proven.caught} of ${proven.defects} defects, and had false positives on ${proven.falsePositives} of ${proven.variants} variants.`;

/** The conclusion, with conformance and coverage as separate figures. */
export const headline = (result: Result): Markup => {
  const { badge, sign, look, message } = judgmentIn(result);
  const { conformance, coverage } = result;
  const figures = [
    share('Conformance', {
      part: conformance.held,
      whole: conformance.judged,
      about: `${conformance.held} of ${conformance.judged} judged rules passed`,
    }),
    share('Coverage', {
      part: coverage.judged,
      whole: coverage.applicable,
      about: `${coverage.judged} of ${coverage.applicable} applicable rules judged`,
    }),
  ];
  return markup`<section class="gate ${look}" aria-labelledby="verdict"><h2 id="verdict"><span class="badge"><span aria-hidden="true">${sign}</span> ${badge}</span></h2><p class="why">${capitalized(message)}.</p><dl class="figures">${figures}</dl><p class="proof">${proofOf(result)}</p></section>`;
};
