import type { RunFigures, Step } from '../../core/load-result.ts';

/** With these bottlenecks, the rate did not reach the target. */
const ownBottlenecks: readonly Step['bottleneck'][] = ['generator', 'too few users'];

/** The steps that overloaded the target, as a breakpoint run should. */
export const overloadedSteps = ({ steps }: Pick<RunFigures, 'steps'>): Step[] =>
  steps.filter(({ stable, bottleneck }) => stable === false && !ownBottlenecks.includes(bottleneck));

interface ErrorAnswers {
  requests: number;
  /** Status 500 and above. */
  faults: number;
  unanswered: number;
  /** Status 429. */
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

/** The last seconds of a run, which show whether it collapsed. */
const lastSeconds = 10;
/** A run collapsed if a larger share of the requests in them failed. */
const collapseShare = 0.1;

/** Whether a run was stopped because its target no longer responded properly. */
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

/** Errors that the run itself did not cause by overloading or restarting the target. */
export const unplannedErrors = (figures: RunFigures): Pick<ErrorAnswers, 'faults' | 'unanswered'> => {
  // a step with an error is not stable, so all errors are of steps that overloaded the target
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
