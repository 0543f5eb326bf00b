import type { RunFigures, Step } from '../../core/load-result.ts';

/** A rate that did not reach the target says nothing of it. */
const isOurDoing: readonly Step['bottleneck'][] = ['generator', 'too few users'];

/** The steps at rates that the target did not stand: being overloaded there is what the run is for. */
export const overloadedSteps = ({ steps }: Pick<RunFigures, 'steps'>): Step[] =>
  steps.filter(({ stable, bottleneck }) => stable === false && !isOurDoing.includes(bottleneck));

/** How many requests were answered badly, in a run or in those requests of it that write orders. */
export interface ErrorAnswers {
  requests: number;
  /** 500 and above. */
  faults: number;
  /** No answer came. */
  unanswered: number;
  /** 429. */
  limited: number;
}

export const errorAnswersOf = (requests: RunFigures['requests']): ErrorAnswers => {
  const statuses = requests.flatMap(({ byStatus }) => Object.entries(byStatus));
  const countOf = (isMeant: (status: number) => boolean) =>
    statuses.reduce((sum, [status, count]) => sum + (isMeant(Number(status)) ? count : 0), 0);
  return {
    requests: countOf(() => true),
    faults: countOf((status) => status >= 500),
    unanswered: countOf((status) => status === 0),
    limited: countOf((status) => status === 429),
  };
};

/** Seconds with requests that show what state a run was stopped in, and the share of errors in them that is a collapse. */
const lastSeconds = 10;
const collapseShare = 0.1;

/** Whether a run was stopped because its target no longer answered properly: that is the target's failure. */
export const hasCollapsed = ({ run, requests, series }: RunFigures): boolean => {
  if (run.ended !== 'aborted') return false;
  if (run.hung) return true;
  const latest = series.filter((second) => second.requests > 0).slice(-lastSeconds);
  if (latest.length > 0) {
    const sumOf = (name: 'requests' | 'errors') => latest.reduce((sum, second) => sum + second[name], 0);
    return sumOf('errors') > sumOf('requests') * collapseShare;
  }
  const answers = errorAnswersOf(requests);
  return answers.faults + answers.unanswered > answers.requests * collapseShare;
};

/** What the run itself did not bring about, by going beyond the breaking point or by restarting the target. */
export const unplannedErrors = (figures: RunFigures): Pick<ErrorAnswers, 'faults' | 'unanswered'> => {
  // a step with an error is not stable: all of them came beyond the breaking point
  if (overloadedSteps(figures).length > 0) return { faults: 0, unanswered: 0 };
  const { faults, unanswered } = errorAnswersOf(figures.requests);
  const restarts = figures.drills.filter(({ kind }) => kind === 'restart');
  const planned = figures.series
    .filter(({ at }) => restarts.some(({ from, to }) => at >= Math.floor(from) && at <= Math.ceil(to)))
    .reduce((sum, { errors }) => sum + errors, 0);
  return {
    unanswered: Math.max(0, unanswered - planned),
    faults: Math.max(0, faults - Math.max(0, planned - unanswered)),
  };
};
