import type { Depth } from '../core/result.ts';
import type { Search } from '../core/verdict.ts';
import type { Profile } from '../fixtures/profile/profile.ts';

/** The time and the requests that the cases of one property may take. */
interface Limits {
  /** Real seconds. */
  seconds: number;
  requests: number;
}

const limitsByDepth: Record<Depth, Limits> = {
  quick: { seconds: 60, requests: 1000 },
  full: { seconds: 600, requests: 10_000 },
};

/** The properties that share a target's rate limit at the same time. */
const propertiesAtOnce = 20;

/** The limits of one property, from the profile or else by depth. A rate limit lowers the requests to the property's share. */
export const limitsOf = ({ limits: { requestsPerSecond, search } }: Profile, depth: Depth): Limits => {
  const { requests } = limitsByDepth[depth];
  const seconds = search?.seconds ?? limitsByDepth[depth].seconds;
  if (search?.requests !== undefined) return { seconds, requests: search.requests };
  if (requestsPerSecond === undefined) return { seconds, requests };
  return { seconds, requests: Math.min(requests, Math.ceil((requestsPerSecond * seconds) / propertiesAtOnce)) };
};

/** A smaller counterexample is not worth a longer wait. */
const maxShrinkingSeconds = 60;

/** The limits of the search for a smaller counterexample. */
export const shrinkingLimitsOf = ({ seconds, requests }: Limits): Limits => ({
  seconds: Math.min(seconds, maxShrinkingSeconds),
  requests,
});

/** Counts down the limits of a property. */
export interface Budget {
  spend(requests: number): void;
  /** The limit that is used up; undefined while both have something left. */
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
