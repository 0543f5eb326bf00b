import type { Rule } from '../../suites/rule.ts';

/** A defect that is none on some targets, or is not the one that it says. */
interface Miss {
  /** Any when absent. */
  rule?: Rule['id'];
  /** Part of the defect's text. */
  text: string;
  /** What the target draws, as it is told. */
  drawn: string;
  reason: string;
}

const misses: readonly Miss[] = [
  {
    rule: 'DLV-25',
    text: 'answers an order only when its receiver has answered',
    drawn: 'time of a receiver: ten seconds',
    reason: 'it waits five seconds, as the reference platform does for a receiver; this target gives a receiver ten',
  },
  ...['echo', 'echo and id'].map((writes) => ({
    text: 'says that it ignored something',
    drawn: `answers to writes: ${writes}`,
    reason: 'it adds a word to an answer, which this target replaces by what was sent, in its own names',
  })),
];

/** Why a defect cannot be caught on a target that draws this; undefined where it must be. */
export const reasonOfMiss = (defect: { rule: string; text: string }, drawn: readonly string[]): string | undefined =>
  misses.find(
    ({ rule, text, drawn: way }) =>
      (rule === undefined || rule === defect.rule) && defect.text.includes(text) && drawn.includes(way),
  )?.reason;
