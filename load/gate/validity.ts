import type { GateReason, RunFigures } from '../../core/load-result.ts';
import { counted } from './counted.ts';
import { errorAnswersOf, hasCollapsed, overloadedSteps } from './error-answers.ts';
import { isSaturated, maxGeneratorCpu } from './saturation.ts';

/** The delay of timers on a busy machine. */
const usualLagMs = 20;
/** Allowed lag as a share of the measured latency. */
const lagShare = 0.1;
const maxLoopDelayMs = 50;

const failed = (text: string, advice: string): GateReason => ({ step: 'validity', outcome: 'fail', text, advice });

const endingOf = ({ run }: RunFigures): GateReason[] => {
  const by = run.endedBy === undefined ? '' : `: ${run.endedBy}`;
  if (run.ended === 'interrupted')
    return [failed(`the run was interrupted${by}`, 'run again and let it come to its end')];
  return [failed(`the run was aborted${by}`, 'remove what made the run stop, then run again')];
};

/**
 * How late journeys may begin. Lag distorts arrivals if it is near their distance, and latencies if it is near these. The
 * largest limit decides, since a lower lag changes no verdict.
 */
const maxLagMs = ({ plan, requests }: RunFigures): { ms: number; because: string } => {
  const slowestP95 = Math.max(0, ...requests.map(({ latencyMs }) => latencyMs.p95 ?? 0));
  const limits = [
    { ms: usualLagMs, because: 'what any machine adds' },
    { ms: 1000 / plan.rate, because: 'the time between two arrivals' },
    { ms: lagShare * slowestP95, because: 'a tenth of the slowest p95' },
  ];
  return limits.reduce((most, limit) => (limit.ms > most.ms ? limit : most));
};

/** Lag of journeys. After dropped journeys, k6 no longer reports when a journey should begin. */
const lagOf = (figures: RunFigures): GateReason[] => {
  const { health } = figures;
  const { p99, p90, max } = health.scheduleLagMs;
  const lag = p99 ?? p90 ?? max;
  const most = maxLagMs(figures);
  if (health.dropped > 0 || lag === null || lag <= most.ms) return [];
  const which = p99 === null ? 'one of the latest' : 'one journey in a hundred';
  return [
    failed(
      `${which} began ${Math.round(lag)} ms or more after its time; ${Math.round(most.ms)} ms are allowed, ${most.because}`,
      'run the generator on its own machine, or plan a lower rate',
    ),
  ];
};

const notBegun = ({ health: { dropped }, plan, saturation, steps }: RunFigures): GateReason[] => {
  if (dropped === 0) return [];
  const journeys = counted(dropped, 'journey was', 'journeys were');
  const bounded = saturation ?? steps.at(-1);
  if (bounded?.bottleneck === 'too few users') {
    const seconds = (plan.users / bounded.rate) * 2;
    const isForAWhile = saturation !== null && saturation.underWayLast < plan.users / 2;
    const when = isForAWhile ? 'for a while' : 'of a target that is slow at any rate';
    return [
      failed(
        `${journeys} not begun: all ${plan.users} virtual users waited for answers ${when}`,
        `set load.journeySeconds of the profile to ${Math.max(1, Math.ceil(seconds))} or more, so that there are more users`,
      ),
    ];
  }
  return [
    failed(
      `${journeys} not begun although virtual users were free, so the target got less load than planned`,
      `run the generator on its own or a faster machine, or plan fewer than ${plan.rate} journeys a second`,
    ),
  ];
};

/** Journeys that the generator did not begin or end, except in a run that overloads the target by plan. */
const journeysOf = (figures: RunFigures): GateReason[] => {
  if (overloadedSteps(figures).length > 0) return [];
  const { health, steps } = figures;
  const isTargetSlow = isSaturated(figures);
  const reasons: GateReason[] = isTargetSlow ? [] : notBegun(figures);
  // a run ends at the first unstable step, which interrupts journeys
  const isStopped = steps.some(({ stable }) => stable === false);
  if (health.interrupted > 0 && !isTargetSlow && !isStopped) {
    reasons.push(
      failed(
        `${counted(health.interrupted, 'journey was', 'journeys were')} cut off before the end`,
        'raise the duration, so that journeys can end',
      ),
    );
  }
  return [...reasons, ...lagOf(figures)];
};

const generatorOf = ({ health }: RunFigures): GateReason[] => {
  const { generatorCpu, errors } = health;
  return [
    ...(generatorCpu !== null && generatorCpu > maxGeneratorCpu
      ? [
          failed(
            `the generator used ${Math.round(generatorCpu * 100)} % of the machine; above ${maxGeneratorCpu * 100} % it measures itself`,
            'run it on its own machine or with more cores, or plan a lower rate',
          ),
        ]
      : []),
    ...(errors.length > 0
      ? [failed(`the generator logged an error: ${errors[0]}`, 'fix what the message names, then run again')]
      : []),
  ];
};

const captureOf = ({ health: { capture } }: RunFigures): GateReason[] => {
  const reasons: GateReason[] = [];
  const advice = 'give the capture more processes or its own machine';
  if (capture.loopDelayP99Ms > maxLoopDelayMs) {
    reasons.push(
      failed(
        `the capture was ${Math.round(capture.loopDelayP99Ms)} ms behind one time in a hundred; ${maxLoopDelayMs} ms are allowed`,
        advice,
      ),
    );
  }
  if (capture.overloaded > 0) {
    reasons.push(failed(`the capture was too busy for ${counted(capture.overloaded, 'notification')}`, advice));
  }
  if (capture.turnedAway > 0) {
    reasons.push(failed(`the capture turned ${counted(capture.turnedAway, 'connection')} away`, advice));
  }
  return reasons;
};

/** Whether there is anything to judge, which includes refused orders and errors. */
const emptinessOf = ({ requests, orders }: RunFigures): GateReason[] => {
  const answers = errorAnswersOf(requests);
  if (answers.requests === 0) return [failed('no request was made', 'see the log of the generator')];
  if (answers.unanswered === answers.requests) {
    return [failed('no request was answered', 'see that the target is up and its address right')];
  }
  const answered = orders.accepted + orders.refused + answers.faults + answers.limited;
  return answered === 0 ? [failed('no order was accepted', 'plan journeys that send orders')] : [];
};

const limitsOf = ({ requests, plan }: RunFigures): GateReason[] => {
  const { limited } = errorAnswersOf(requests);
  if (limited === 0) return [];
  return [
    failed(
      `${counted(limited, 'request was', 'requests were')} answered 429: the target does not admit the rate`,
      `have the limit raised for the run, or plan fewer than ${plan.rate} journeys a second`,
    ),
  ];
};

/** Whether a run is unreliable only because its generator was late or lacked processor time. */
export const onlyGeneratorLate = (figures: RunFigures): boolean => {
  const { run, health } = figures;
  const isElsewhere = run.ended !== 'complete' || health.errors.length > 0 || health.interrupted > 0;
  return !isElsewhere && [...emptinessOf(figures), ...captureOf(figures), ...limitsOf(figures)].length === 0;
};

/**
 * Why a run is not reliable, with advice; empty if it is. A run that stopped because its target no longer responded is
 * reliable, although its generator did not finish.
 */
export const validityOf = (figures: RunFigures): GateReason[] => {
  if (hasCollapsed(figures)) return [...captureOf(figures), ...limitsOf(figures)];
  const isEnded = figures.run.ended === 'complete';
  // a breakpoint run is stopped once it overloads the target
  const isStoppedByPlan = figures.run.ended === 'aborted' && overloadedSteps(figures).length > 0;
  return [
    ...(isEnded || isStoppedByPlan ? [] : endingOf(figures)),
    ...emptinessOf(figures),
    ...journeysOf(figures),
    ...generatorOf(figures),
    ...captureOf(figures),
    ...limitsOf(figures),
  ];
};
