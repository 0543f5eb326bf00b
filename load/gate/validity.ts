import type { GateReason } from '../result.ts';
import { counted } from './counted.ts';
import { errorAnswersOf, hasCollapsed } from './error-answers.ts';
import { overloadedSteps } from './overload.ts';
import type { RunFigures } from './run-figures.ts';

const mostLagMs = 20;
const mostGeneratorCpu = 0.8;
const mostLoopDelayMs = 50;

const broken = (text: string, advice: string): GateReason => ({ step: 'validity', outcome: 'broken', text, advice });

const endingOf = ({ run }: RunFigures): GateReason[] => {
  const by = run.endedBy === undefined ? '' : `: ${run.endedBy}`;
  if (run.ended === 'interrupted')
    return [broken(`the run was interrupted${by}`, 'run again and let it come to its end')];
  return [broken(`the run was aborted${by}`, 'remove what made the run stop, then run again')];
};

/** What the generator left undone. Beyond the breaking point that is how a run ends: a step with drops is not stable. */
const journeysOf = (figures: RunFigures): GateReason[] => {
  if (overloadedSteps(figures).length > 0) return [];
  const { health, plan } = figures;
  const reasons: GateReason[] = [];
  if (health.dropped > 0) {
    reasons.push(
      broken(
        `${counted(health.dropped, 'journey was', 'journeys were')} not begun, so the target was spared the load that was planned`,
        `run the generator on a faster machine, or plan fewer than ${plan.rate} journeys a second`,
      ),
    );
  }
  if (health.interrupted > 0) {
    reasons.push(
      broken(
        `${counted(health.interrupted, 'journey was', 'journeys were')} cut off before the end`,
        'give the run more time to finish what it began',
      ),
    );
  }
  const { p99, p90, max } = health.scheduleLagMs;
  const lag = p99 ?? p90 ?? max;
  if (lag !== null && lag > mostLagMs) {
    const which = p99 === null ? 'one of the latest' : 'one journey in a hundred';
    reasons.push(
      broken(
        `${which} began ${Math.round(lag)} ms or more after its time; ${mostLagMs} ms are allowed`,
        'leave the generator the machine to itself, or plan a lower rate',
      ),
    );
  }
  return reasons;
};

const generatorOf = ({ health }: RunFigures): GateReason[] => {
  const { generatorCpu, errors } = health;
  return [
    ...(generatorCpu !== null && generatorCpu > mostGeneratorCpu
      ? [
          broken(
            `the generator used ${Math.round(generatorCpu * 100)} % of the machine; above ${mostGeneratorCpu * 100} % it measures itself`,
            'run it on a machine of its own or with more cores, or plan a lower rate',
          ),
        ]
      : []),
    ...(errors.length > 0
      ? [broken(`the generator logged an error: ${errors[0]}`, 'mend what the message names, then run again')]
      : []),
  ];
};

const captureOf = ({ health: { capture } }: RunFigures): GateReason[] => {
  const reasons: GateReason[] = [];
  const advice = 'give the capture more processes or a machine of its own';
  if (capture.loopDelayP99Ms > mostLoopDelayMs) {
    reasons.push(
      broken(
        `the capture was ${Math.round(capture.loopDelayP99Ms)} ms behind one time in a hundred; ${mostLoopDelayMs} ms are allowed`,
        advice,
      ),
    );
  }
  if (capture.overloaded > 0) {
    reasons.push(
      broken(`the capture was too busy for ${counted(capture.overloaded, 'notification', 'notifications')}`, advice),
    );
  }
  if (capture.turnedAway > 0) {
    reasons.push(broken(`the capture turned ${counted(capture.turnedAway, 'connection', 'connections')} away`, advice));
  }
  return reasons;
};

/** Nothing to judge; orders that were refused or answered with a fault do tell of the target. */
const emptinessOf = ({ requests, orders }: RunFigures): GateReason[] => {
  const answers = errorAnswersOf(requests);
  if (answers.requests === 0) return [broken('no request was made', 'see the log of the generator')];
  if (answers.unanswered === answers.requests) {
    return [broken('no request was answered', 'see that the target is up and its address right')];
  }
  const told = orders.accepted + orders.refused + answers.faults + answers.limited;
  return told === 0 ? [broken('no order was accepted', 'plan journeys that send orders')] : [];
};

const limitsOf = ({ requests, plan }: RunFigures): GateReason[] => {
  const { limited } = errorAnswersOf(requests);
  if (limited === 0) return [];
  return [
    broken(
      `${counted(limited, 'request was', 'requests were')} answered 429: the target does not admit the rate`,
      `have the limit raised for the run, or plan fewer than ${plan.rate} journeys a second`,
    ),
  ];
};

/**
 * Why a run cannot be believed, each with what to do; none when it can. A run that stopped itself because its target no
 * longer answered is believed: what its generator left undone came of that.
 */
export const validityOf = (figures: RunFigures): GateReason[] => {
  if (hasCollapsed(figures)) return [...captureOf(figures), ...limitsOf(figures)];
  const isEnded = figures.run.ended === 'complete';
  // past the breaking point a run is stopped rightly
  const isBroken = figures.run.ended === 'aborted' && overloadedSteps(figures).length > 0;
  return [
    ...(isEnded || isBroken ? [] : endingOf(figures)),
    ...emptinessOf(figures),
    ...journeysOf(figures),
    ...generatorOf(figures),
    ...captureOf(figures),
    ...limitsOf(figures),
  ];
};
