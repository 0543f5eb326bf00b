import type { Rule } from '../../suites/rule.ts';

/** A defect that is none on some targets, or is not the one that it says. */
interface Miss {
  /** Any when absent. */
  rule?: Rule['id'];
  /** Part of the defect's text. */
  text: string;
  /** What the target draws, as it is printed; anything when absent. */
  drawn?: string;
  reason: string;
}

const misses: readonly Miss[] = [
  {
    rule: 'COUP-37',
    text: 'shows a coupon on every order after the one that received it',
    drawn: 'couponUsed: empty object',
    reason: 'it shows couponUsed again, which on this target says nothing about a coupon',
  },
  {
    rule: 'HOOK-12',
    text: "notifies another company's URL too",
    reason: 'it is about the first two companies, and the rule may try others; in a whole run PAS-24 sees it',
  },
  {
    rule: 'DLV-25',
    text: 'answers an order only when its receiver has answered',
    drawn: 'time of a receiver: ten seconds',
    reason: 'it waits five seconds, as the reference platform does for a receiver; this target gives a receiver ten',
  },
  {
    rule: 'AUTH-18',
    text: 'carries POST /webhooks out',
    drawn: 'second registration: 409',
    reason:
      'the rule tries it beside a registration, and this target refuses a second one, so that nothing comes of it',
  },
  {
    rule: 'FLOW-17',
    text: "takes a giftback's percentage for its value",
    drawn: 'worth of giftbacks: share',
    reason: 'it calls the number that a giftback shows a value, which on this target it is',
  },
  ...['says that it ignored something', 'warns of fields that it does not know'].flatMap((text) =>
    ['echo', 'echo and id', 'id alone', 'ok and a message'].map((writes) => ({
      text,
      drawn: `answers to writes: ${writes}`,
      reason: 'it adds a word to an answer, which this target replaces by one of its own',
    })),
  ),
];

/** Why a defect cannot be caught on a target that draws this; undefined where it must be. */
export const reasonOfMiss = (defect: { rule: string; text: string }, drawn: readonly string[]): string | undefined =>
  misses.find(
    ({ rule, text, drawn: way }) =>
      (rule === undefined || rule === defect.rule) &&
      defect.text.includes(text) &&
      (way === undefined || drawn.includes(way)),
  )?.reason;
