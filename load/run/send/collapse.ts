import type { Traffic } from '../record/traffic.ts';

/** Looks back over this many looks, and finds a collapse in this many failed requests and share of the journeys. */
const looksBack = 10;
const minErrors = 50;
const errorShare = 0.5;
/** If a larger share of the journeys is answered 429, the rest is no load. */
const limitedShare = 0.9;

/** Why a run must stop, in words. */
interface Collapse {
  message: string;
  /** The target no longer responds. */
  hung?: true;
}

/**
 * Returns a function to call at each look, which reports why the run must stop: most requests fail, nearly all are answered
 * 429, or no journey ended for `silentMs`. It returns undefined as long as there is no reason.
 */
export const watchForCollapse = (traffic: Traffic, silentMs: number): ((nowMs: number) => Collapse | undefined) => {
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
    if (errors >= minErrors && errors >= journeys * errorShare) {
      return { message: `the target collapsed: ${errors} of the latest requests failed, in ${journeys} journeys` };
    }
    if (limited >= minErrors && limited >= journeys * limitedShare) {
      return {
        message: `the target limits the rate: ${limited} of the latest requests were answered 429, in ${journeys} journeys`,
      };
    }
    const quietMs = nowMs - lastMs;
    if (quietMs < silentMs) return undefined;
    return { message: `the target hangs: no journey ended for ${Math.round(quietMs / 1000)} s`, hung: true };
  };
};
