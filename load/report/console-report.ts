import type { LoadResult } from '../../core/load-result.ts';
import type { Paint } from '../../reports/kit/paint.ts';
import { printable } from '../../reports/kit/printable.ts';
import { comparisonReport, gateReport, objectivesReport, rulesReport } from './console-judgement.ts';
import { conservationReport, irregularitiesReport, readBackReport } from './console-notifications.ts';
import { companiesReport, requestsReport, throughputReport, webhooksReport } from './console-traffic.ts';
import { drillsReport, stepsReport } from './console-trials.ts';
import { inBrief, inSeconds } from './figures.ts';
import { isFollowed, notFollowed } from './followed.ts';
import { nextSteps } from './next-steps.ts';
import { columns } from './terminal-layout.ts';
import { wrapped } from './wrapped.ts';

/** What ran, against what, and how it ended. */
const runReport = ({ run, plan, target }: LoadResult, paint: Paint): string[] => [
  '',
  `${paint('bold', `${run.script} · ${run.shape}`)} · ${inBrief(plan.rate)} journeys a second for ${inSeconds(plan.seconds)} · seed ${run.seed}`,
  ...wrapped(`${printable(target.name)} at ${printable(target.baseUrl)}`, columns),
  ...(run.ended === 'complete'
    ? []
    : wrapped(
        `${run.ended}${run.endedBy === undefined ? '' : `: ${printable(run.endedBy)}`}; this report is partial`,
        columns,
      ).map((line) => paint('yellow', line))),
];

/**
 * The report of a load run for a terminal of 100 columns. The gate's reasoning, its verdict and what to do next stand at
 * the end, where a reader's eye rests.
 */
export const loadReport = (result: LoadResult, folder: string, paint: Paint): string[] => [
  ...runReport(result, paint),
  ...requestsReport(result, paint),
  ...throughputReport(result),
  ...readBackReport(result, paint),
  ...(isFollowed(result)
    ? [...conservationReport(result, paint), ...irregularitiesReport(result, paint), ...webhooksReport(result, paint)]
    : ['', notFollowed]),
  ...drillsReport(result, paint),
  ...stepsReport(result, paint),
  ...companiesReport(result, paint),
  ...rulesReport(result, paint),
  ...objectivesReport(result, paint),
  ...comparisonReport(result, paint),
  ...gateReport(result.gate, paint),
  ...wrapped(`next: ${nextSteps(result).join('. ')}`, columns),
  `files: ${folder}`,
];
