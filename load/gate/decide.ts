import type { Comparison, Gate, GateReason, Measure, Objective, RunFigures } from '../../core/load-result.ts';
import { correctnessOf, provenFaults } from './correctness.ts';
import { counted } from './counted.ts';
import { type Compared, offControls } from './judge-measures.ts';
import { errorObjective } from './objectives.ts';
import { saturationReasons } from './saturation.ts';
import { onlyGeneratorLate, validityOf } from './validity.ts';

type Verdict = Gate['verdict'];

interface StepResult {
  reasons: GateReason[];
  /** Present if the step decides. */
  verdict?: Verdict;
}

const isFailed = ({ outcome }: GateReason): boolean => outcome === 'fail';

const rounded = (value: number): string => value.toFixed(2);

const judgeValidity = (figures: RunFigures): StepResult => {
  const reasons = validityOf(figures);
  if (reasons.length > 0) return { reasons, verdict: 'invalid' };
  return { reasons: [{ step: 'validity', outcome: 'pass', text: 'generator and capture were healthy' }] };
};

const judgeSaturation = (figures: RunFigures): StepResult => {
  const reasons = saturationReasons(figures);
  return reasons.some(isFailed) ? { reasons, verdict: 'fail' } : { reasons };
};

const judgeCorrectness = (figures: RunFigures, objectives: readonly Objective[]): StepResult => {
  const found = correctnessOf(figures, { toleratesErrors: objectives.some(({ name }) => name === errorObjective) });
  if (found.some(isFailed)) return { reasons: found, verdict: 'fail' };
  const { conservation, orders } = figures;
  const followed =
    figures.run.script === 'orders'
      ? counted(orders.accepted, 'order')
      : `${counted(conservation.due, 'notification')} due`;
  const text = `nothing went wrong with ${followed}`;
  return { reasons: [{ step: 'correctness', outcome: 'pass', text }, ...found] };
};

const describeActual = ({ actual, unit }: Objective): string => {
  if (actual === null) return 'no figure';
  if (unit === 'share') return `${Number((actual * 100).toPrecision(4))} %`;
  return `${Number(actual.toPrecision(4))}${unit === 'index' ? '' : ` ${unit}`}`;
};

const reasonOfObjective = (objective: Objective): GateReason => {
  const { name: subject, text, samples, outcome } = objective;
  const about = { step: 'objectives', subject, outcome } as const;
  switch (outcome) {
    case 'pass':
      return { ...about, text: `${text}: ${describeActual(objective)}` };
    case 'fail':
      return {
        ...about,
        text: `${text}, but it was ${describeActual(objective)}`,
        advice: 'make the target faster, or plan the rate that the objective is meant for',
      };
    case 'unverified':
      return {
        ...about,
        text: `${text}: ${counted(samples, 'observation is', 'observations are')} too few to decide`,
        advice: 'run longer, or take the objective out of the profile',
      };
  }
};

const reasonOfThreshold = ({ text, crossed }: { text: string; crossed: boolean }): GateReason => ({
  step: 'objectives',
  subject: text,
  outcome: crossed ? 'fail' : 'pass',
  text: crossed ? `the threshold ${text} of the script was crossed` : `threshold ${text}`,
  ...(crossed && { advice: 'see the metric in k6-summary.json, and make the target meet it' }),
});

const judgeAgainst = (objectives: readonly Objective[], { thresholds = [] }: RunFigures): StepResult => {
  const reasons = [...objectives.map(reasonOfObjective), ...thresholds.map(reasonOfThreshold)];
  if (reasons.some(isFailed)) return { reasons, verdict: 'fail' };
  if (objectives.some(({ outcome }) => outcome === 'unverified')) return { reasons, verdict: 'invalid' };
  return { reasons };
};

const reasonOfMeasure = ({ name, ratio, low, high, ...measure }: Measure, kind: Comparison['kind']): GateReason => {
  const [one, many] = kind === 'pairs' ? ['more round', 'more rounds'] : ['more run of each', 'more runs of each'];
  const step = 'comparison';
  const subject = name;
  const found = `${name} is ${rounded(ratio)} times the baseline's (${rounded(low)} to ${rounded(high)})`;
  switch (measure.outcome) {
    case 'same':
    case 'better':
      return { step, subject, outcome: 'pass', text: found };
    case 'worse':
      return { step, subject, outcome: 'fail', text: found, advice: 'find what became slower before you release it' };
    case 'inconclusive': {
      const missed = `a change below ${rounded(measure.minimumDetectableEffect)} times could have been missed`;
      const advice =
        measure.morePairs > 0
          ? `run ${counted(measure.morePairs, one, many)}, or make the machine quieter`
          : 'it lies so near the largest acceptable change that more runs would not settle it: judge it yourself';
      return { step, subject, outcome: 'unverified', text: `${found}: undecided, and ${missed}`, advice };
    }
  }
};

const judgeComparison = (compared: Compared | undefined): StepResult => {
  const step = 'comparison';
  if (compared === undefined) {
    return { reasons: [{ step, outcome: 'unverified', text: 'no baseline was given' }] };
  }
  if ('refused' in compared) {
    const { refused, advice } = compared;
    return { reasons: [{ step, outcome: 'unverified', text: refused, advice }], verdict: 'invalid' };
  }
  const { measures, kind } = compared.comparison;
  const off = offControls(compared.comparison);
  if (off.length > 0) {
    const reasons = off.map(
      ({ name, ratio }): GateReason => ({
        step,
        outcome: 'fail',
        text: `${name} of the baseline is ${rounded(ratio)} times its own: the two differ by more than their version`,
        advice: 'give both the same machine, data and warm-up, and run again',
      }),
    );
    return { reasons, verdict: 'invalid' };
  }
  const reasons = measures.map((measure) => reasonOfMeasure(measure, kind));
  if (measures.some(({ outcome }) => outcome === 'worse')) return { reasons, verdict: 'fail' };
  if (measures.some(({ outcome }) => outcome === 'inconclusive')) return { reasons, verdict: 'inconclusive' };
  return { reasons };
};

/** The reasons of a step after the deciding one: only its failures, as unverified. */
const setAside = ({ reasons }: StepResult, step: GateReason['step'], decided: Verdict): GateReason[] => {
  const seen = reasons
    .filter(isFailed)
    .map((reason): GateReason => ({ ...reason, outcome: 'unverified', text: `also seen: ${reason.text}` }));
  if (seen.length > 0) return seen;
  const why = decided === 'invalid' ? 'the results are not reliable' : 'the run failed before';
  return [{ step, outcome: 'unverified', text: why }];
};

const messageOf = (verdict: Verdict, reasons: readonly GateReason[]): string => {
  if (verdict === 'pass') {
    const steps = new Set(reasons.filter(({ outcome }) => outcome === 'pass').map(({ step }) => step));
    return `pass: ${[...steps].join(', ')} held`;
  }
  return `${verdict}: ${reasons[0]?.text ?? 'no reason'}`;
};

/**
 * Decides on a run in steps: whether it is reliable, whether the target was correct and met the objectives, and how it
 * compares with the baseline. The first step that decides gives the verdict, and failures of later ones are reported as
 * unverified. Faults that a late generator cannot cause decide even if the generator was late. Too few observations for
 * an objective make the run invalid, unless another objective failed.
 */
export const decideGate = ({
  result,
  objectives,
  compared,
}: {
  result: RunFigures;
  objectives: readonly Objective[];
  compared?: Compared;
}): Gate => {
  const steps: [GateReason['step'], StepResult][] = [
    ['validity', judgeValidity(result)],
    ['saturation', judgeSaturation(result)],
    ['correctness', judgeCorrectness(result, objectives)],
    ['objectives', judgeAgainst(objectives, result)],
    ['comparison', judgeComparison(compared)],
  ];
  const isProven = onlyGeneratorLate(result) && provenFaults(result).length > 0;
  const deciding = isProven
    ? steps.findIndex(([step]) => step === 'correctness')
    : steps.findIndex(([, { verdict }]) => verdict !== undefined);
  const [, decided] = steps[deciding] ?? [];
  const verdict = decided?.verdict ?? 'pass';
  const reasons = steps.flatMap(([step, own], at) =>
    deciding !== -1 && at > deciding ? setAside(own, step, verdict) : own.reasons,
  );
  const why = decided?.reasons.filter(({ outcome }) => outcome !== 'pass') ?? [];
  const first = why.find(isFailed) ?? why[0];
  return {
    verdict,
    message: messageOf(verdict, first ? [first] : reasons),
    reasons,
    ...(compared && 'comparison' in compared ? { comparison: compared.comparison } : {}),
  };
};
