import type { Traffic } from './traffic.ts';

/** Looks back over, and calls it a collapse beyond, so many failed requests and such a share of the journeys. */
const looksBack = 10;
const fewestErrors = 50;
const errorShare = 0.5;

/** Tells, look by look, whether the target has collapsed under the load: the words for it, undefined while it stands. */
export const watchForCollapse = (traffic: Traffic): (() => string | undefined) => {
  const looks: { journeys: number; errors: number }[] = [];
  return () => {
    looks.push({ journeys: traffic.journeys, errors: traffic.errors });
    if (looks.length > looksBack) looks.shift();
    const journeys = traffic.journeys - (looks[0]?.journeys ?? 0);
    const errors = traffic.errors - (looks[0]?.errors ?? 0);
    if (errors < fewestErrors || errors < journeys * errorShare) return undefined;
    return `the target collapsed: ${errors} of the latest requests failed, in ${journeys} journeys`;
  };
};
