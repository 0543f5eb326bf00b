import type { Depth } from '../../core/result.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Rule } from '../../suites/rule.ts';

export interface ReasonOfMiss {
  reason: string;
  /** Whether the target with the defect is legal, so that there is nothing to catch. */
  isLegal: boolean;
}

interface Miss extends ReasonOfMiss {
  rule?: Rule['id'];
  /** Part of the defect's text. */
  text: string;
  /** The way that the target draws, as it is printed; any way by default. */
  drawn?: string;
  /** Whether the target is one that hides it; every one by default. */
  isHidden?: (target: Target) => boolean;
}

/** What a target draws, and what its profile says. */
interface Target {
  drawn: readonly string[];
  depth: Depth;
  profile: Pick<Profile, 'resources'>;
}

const misses: readonly Miss[] = [
  {
    rule: 'COUP-37',
    text: 'shows a coupon on every order after the one that received it',
    drawn: 'couponUsed: empty object',
    isLegal: true,
    reason: 'it shows couponUsed again, which on this target says nothing about a coupon',
  },
  {
    rule: 'HOOK-12',
    text: "also notifies another company's URL",
    isLegal: false,
    reason: 'it is about the first two companies, and the rule may try others; in a whole run PAS-24 sees it',
  },
  {
    rule: 'AUTH-18',
    text: 'carries POST /webhooks out',
    drawn: 'second registration: 409',
    isLegal: true,
    reason: 'the rule tries it with a registration in place, and this target refuses a second one, so it has no effect',
  },
  {
    rule: 'HOOK-6',
    text: 'keeps both registrations of a company that registers twice',
    drawn: 'second registration: 409',
    isLegal: true,
    reason: 'this target refuses a second registration, so a company never has two',
  },
  {
    rule: 'PAG-31',
    text: 'shows deleted records on',
    drawn: 'order of lists: shuffled',
    isLegal: false,
    reason: 'each page is in another order, so a record that is listed may be on none of the pages that are read',
  },
  {
    rule: 'HOOK-2',
    text: 'notifies the old URL as well as the one that a PUT has set',
    drawn: 'lag of reads: lists by a second',
    isLegal: true,
    reason: 'the copy for late reads gets each PUT as well, so that the defect takes the new URL for the old one',
  },
  {
    rule: 'PROD-13',
    text: 'takes the price of a known product from a resend',
    isHidden: ({ profile }) => !JSON.stringify(profile.resources.products).includes('12.5'),
    isLegal: true,
    reason: 'the body that this profile gives a product has no price to take',
  },
  {
    rule: 'PAS-17',
    text: 'into one notification in 19',
    isHidden: ({ depth }) => depth === 'quick',
    isLegal: false,
    reason: 'a run at quick depth receives so few notifications that none may be the nineteenth',
  },
  {
    text: 'takes /id of a record for its',
    drawn: 'letters of ids: capitals',
    isLegal: true,
    reason: 'this target shows ids in capitals and stores them otherwise, so that no shown id is taken for another key',
  },
  {
    rule: 'FLOW-17',
    text: "takes a giftback's percentage for its value",
    drawn: 'worth of giftbacks: share',
    isLegal: true,
    reason: 'it calls the number that a giftback shows a value, which on this target it is',
  },
  ...['says that it ignored something', 'warns of fields that it does not know'].flatMap((text) =>
    ['echo', 'echo and id', 'id alone', 'ok and a message'].map((writes) => ({
      text,
      drawn: `answers to writes: ${writes}`,
      isLegal: true,
      reason: 'it adds a word to an answer, which this target replaces by one of its own',
    })),
  ),
];

/** Why a defect need not be caught on such a target; undefined if it must be. */
export const reasonOfMiss = (defect: { rule: string; text: string }, target: Target): ReasonOfMiss | undefined => {
  const miss = misses.find(
    ({ rule, text, drawn: way, isHidden = () => true }) =>
      (rule === undefined || rule === defect.rule) &&
      defect.text.includes(text) &&
      (way === undefined || target.drawn.includes(way)) &&
      isHidden(target),
  );
  return miss && { reason: miss.reason, isLegal: miss.isLegal };
};
