import type { Depth } from '../core/result.ts';
import type { Search } from '../core/verdict.ts';
import type { Profile } from '../fixtures/profile/profile.ts';

/** What the cases of one property may cost. */
interface Limits {
  /** Real seconds. */
  seconds: number;
  requests: number;
}

const limitsByDepth: Record<Depth, Limits> = {
  quick: { seconds: 60, requests: 1000 },
  full: { seconds: 600, requests: 10_000 },
};

/** Of what a target's rate limit lets through in the time, one property takes no more than its share. */
const propertiesAtOnce = 20;

/**
 * What one property may cost at a target, as the profile says, else by depth: a rate limit bounds the requests further, because
 * all properties share it.
 */
export const limitsOf = ({ limits: { requestsPerSecond, search } }: Profile, depth: Depth): Limits => {
  const { requests } = limitsByDepth[depth];
  const seconds = search?.seconds ?? limitsByDepth[depth].seconds;
  if (search?.requests !== undefined) return { seconds, requests: search.requests };
  if (requestsPerSecond === undefined) return { seconds, requests };
  return { seconds, requests: Math.min(requests, Math.ceil((requestsPerSecond * seconds) / propertiesAtOnce)) };
};

/** Longer than this nobody waits for a smaller case than the one that is found already. */
const longestShrinkingSeconds = 60;

/** What the search for a smaller counterexample may cost, where its property may cost so much. */
export const shrinkingLimitsOf = ({ seconds, requests }: Limits): Limits => ({
  seconds: Math.min(seconds, longestShrinkingSeconds),
  requests,
});

/** Time and requests as they are spent. */
export interface Budget {
  spend(requests: number): void;
  /** What is used up; undefined while there is some of both left. */
  spent(): Search['endedBy'];
}

export const openBudget = ({ seconds, requests }: Limits, now: () => number): Budget => {
  const deadlineMs = now() + seconds * 1000;
  let left = requests;
  return {
    spend(sent) {
      left -= sent;
    },
    spent() {
      if (left <= 0) return 'requests';
      return now() > deadlineMs ? 'time' : undefined;
    },
  };
};
