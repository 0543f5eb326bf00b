import type { Step } from '../../../core/load-result.ts';

/** At most this many rates are tried. */
export const searchSteps = 8;
/** A search begins at this share of the highest rate: a target that stands little is not hurt much. */
const firstShare = 1 / 4;
/** The limits of the range are near enough when one is this many times the other. */
const nearEnough = 1.1;

/** Three digits: k6 begins journeys to the sixtieth of one a second. */
const rounded = (rate: number): number => Number(rate.toPrecision(3));

/**
 * The rate that a search tries next: twice the last until one is too high, then the middle between the highest that the
 * target stood and the lowest that it did not. Undefined where the two are near enough, where the highest rate is stood,
 * and where a step was too short to decide, since a further one would be too.
 */
export const nextRate = (steps: readonly Pick<Step, 'rate' | 'stable'>[], most: number): number | undefined => {
  const last = steps.at(-1);
  if (last === undefined) return rounded(Math.min(most, Math.max(1, most * firstShare)));
  if (steps.length >= searchSteps) return undefined;
  const fell = Math.min(...steps.filter(({ stable }) => stable === false).map(({ rate }) => rate));
  if (fell === Number.POSITIVE_INFINITY) return last.rate >= most ? undefined : Math.min(most, rounded(2 * last.rate));
  const stood = Math.max(
    0,
    ...steps.filter(({ stable, rate }) => stable === true && rate < fell).map(({ rate }) => rate),
  );
  if (fell <= nearEnough * stood) return undefined;
  const next = rounded((stood + fell) / 2);
  return next < 1 || steps.some(({ rate }) => rate === next) ? undefined : next;
};
