import type { LoadPlan } from '../../plan.ts';
import type { Traffic } from '../record/traffic.ts';

/** Why a run did not come to its end. */
export interface EarlyEnd {
  ended: 'aborted' | 'interrupted';
  /** The reason, in words. */
  endedBy: string;
  /** The target no longer responded. */
  hung?: true;
}

/** Only what happened during this many looks counts. */
const looksBack = 10;
/** A target collapsed if at least this many requests failed, and as many as this share of the journeys. */
const minErrors = 50;
const errorShare = 0.5;
/** If a larger share of the journeys is answered 429, the rest is no load. */
const limitedShare = 0.9;

/** Even a slow target responds within this share of the timeout. */
const silentShare = 0.5;
const minSilenceMs = 5_000;
/** At a low rate, this many journeys must be due before silence is a hang. */
const arrivalsInSilence = 20;

/** How long no journey may end before the target hangs. */
export const maxSilenceMs = ({ scenarios, timeoutSeconds }: Pick<LoadPlan, 'scenarios' | 'timeoutSeconds'>): number => {
  const rates = scenarios.flatMap(({ segments }) => segments.map(({ from, to }) => (from + to) / 2));
  return Math.max(minSilenceMs, silentShare * timeoutSeconds * 1000, (arrivalsInSilence * 1000) / Math.min(...rates));
};

/**
 * Returns a function to call at each look, which reports why the run must stop: most requests fail, nearly all are answered
 * 429, or no journey ended for `silentMs`. It returns undefined as long as there is no reason.
 */
export const watchForCollapse = (traffic: Traffic, silentMs: number): ((nowMs: number) => EarlyEnd | undefined) => {
  const looks: Pick<Traffic, 'journeys' | 'errors' | 'limited'>[] = [];
  let lastMs = 0;
  return (nowMs) => {
    const { journeys: ended, errors: failed, limited: turnedAway } = traffic;
    if (ended !== looks.at(-1)?.journeys) lastMs = nowMs;
    looks.push({ journeys: ended, errors: failed, limited: turnedAway });
    if (looks.length > looksBack) looks.shift();
    const [first] = looks;
    const journeys = ended - (first?.journeys ?? 0);
    const errors = failed - (first?.errors ?? 0);
    const limited = turnedAway - (first?.limited ?? 0);
    const abort = (endedBy: string): EarlyEnd => ({ ended: 'aborted', endedBy });
    if (errors >= minErrors && errors >= journeys * errorShare) {
      return abort(`the target collapsed: ${errors} of the latest requests failed, in ${journeys} journeys`);
    }
    if (limited >= minErrors && limited >= journeys * limitedShare) {
      return abort(
        `the target limits the rate: ${limited} of the latest requests were answered 429, in ${journeys} journeys`,
      );
    }
    const quietMs = nowMs - lastMs;
    if (quietMs < silentMs) return undefined;
    return { ...abort(`the target hangs: no journey ended for ${Math.round(quietMs / 1000)} s`), hung: true };
  };
};
