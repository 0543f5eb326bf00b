import { adviceOn, describeAdvice } from './advice.ts';
import { curlOf } from './curl.ts';
import { describeDraw, describeRepeat } from './describe-search.ts';
import { factsIn } from './fact.ts';
import { termsOf, waiverOf } from './judge-waivers.ts';
import { colourOf, type Paint, signOf } from './paint.ts';
import { excerpt, printable } from './printable.ts';
import type { ReportedVerdict, Result } from './result.ts';
import { timelineOf } from './timeline.ts';

const longestBody = 400;
const indent = '    ';
const fact = factsIn({ indent, labelWidth: 10 });

const titleOf = ({ rule, text, outcome }: ReportedVerdict, paint: Paint): string =>
  `${paint(colourOf[outcome], `${signOf[outcome]} ${rule}`)}  ${text}`;

const stabilityOf = ({ stability }: ReportedVerdict): string => {
  if (!stability) return '';
  const { kind, failed, of } = stability;
  return `${kind} (${failed} of ${of})`;
};

const evidenceOf = (result: Result, verdict: ReportedVerdict, part: string): string =>
  `result.json#/verdicts/${result.verdicts.indexOf(verdict)}${part}`;

/** The request that decided, as a command, and its answer; for notifications the attempts that arrived. */
const decidingEvidence = (result: Result, verdict: ReportedVerdict): string[] => {
  const { violation, exchanges, deliveries } = verdict;
  const index = exchanges.findIndex(({ number }) => number === violation?.exchange);
  const exchange = exchanges[index];
  if (exchange) {
    const came =
      'status' in exchange
        ? `${exchange.status}${exchange.text === '' ? ' without a body' : ` ${excerpt(exchange.text, longestBody)}`}`
        : `no answer (${exchange.lost}: ${printable(exchange.reason)})`;
    return [
      ...fact('sent', curlOf(exchange, result.target)),
      ...fact('came', came),
      ...fact('evidence', evidenceOf(result, verdict, `/exchanges/${index}`)),
    ];
  }
  const seen = deliveries.findLastIndex(({ order }) => order === violation?.order);
  const delivery = deliveries[seen];
  if (!delivery) return fact('evidence', evidenceOf(result, verdict, ''));
  return [
    ...fact('attempts', ...timelineOf(delivery, result.target.timeScale)),
    ...fact('evidence', evidenceOf(result, verdict, `/deliveries/${seen}`)),
  ];
};

/** A verdict that is `fail`, `warn` or `error`, told for whoever must act on it. */
export const describeFault = (result: Result, verdict: ReportedVerdict, paint: Paint): string[] => {
  const { source, level, violation, reason } = verdict;
  const facts = [source, level, stabilityOf(verdict)].filter((part) => part !== '').join(' · ');
  const waiver = waiverOf(result, verdict);
  return [
    titleOf(verdict, paint),
    `${indent}${paint('dim', facts)}`,
    ...(waiver ? fact('waived', `${printable(termsOf(waiver))}: ${printable(waiver.reason)}`) : []),
    ...describeDraw(result, verdict, fact),
    ...(violation
      ? [
          ...fact('expected', `${violation.pointer}: ${printable(violation.expected)}`),
          ...fact('actual', printable(violation.actual)),
        ]
      : []),
    ...(reason === undefined ? [] : fact('reason', printable(reason))),
    ...decidingEvidence(result, verdict),
    ...describeRepeat(result, verdict, fact),
    ...fact('to do', printable(describeAdvice(adviceOn(verdict)))),
  ];
};
