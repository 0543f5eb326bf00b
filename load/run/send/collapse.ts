import type { Traffic } from '../record/traffic.ts';

/** Looks back over, and calls it a collapse beyond, this many failed requests and such a share of the journeys. */
const looksBack = 10;
const fewestErrors = 50;
const errorShare = 0.5;
/** Of the journeys: with more of them turned away, what is left is no load. */
const limitedShare = 0.9;

/** Why a run goes on no further, in words. */
interface Collapse {
  message: string;
  /** Nothing was answered any more. */
  hung?: true;
}

interface Look {
  atMs: number;
  journeys: number;
  errors: number;
  limited: number;
}

/**
 * Shows, look by look, why going on would show nothing of the target: it fails most requests, turns nearly all away with
 * 429, or has answered nothing for `silentMs` although journeys are due. Undefined while it stands.
 */
export const watchForCollapse = (traffic: Traffic, silentMs: number): ((nowMs: number) => Collapse | undefined) => {
  const looks: Look[] = [];
  let lastMs: number | undefined;
  let seen = -1;
  return (nowMs) => {
    const { journeys: ended, errors: failed, limited: turnedAway } = traffic;
    looks.push({ atMs: nowMs, journeys: ended, errors: failed, limited: turnedAway });
    if (looks.length > looksBack) looks.shift();
    if (ended !== seen) lastMs = nowMs;
    seen = ended;
    const [first] = looks;
    const journeys = ended - (first?.journeys ?? 0);
    const errors = failed - (first?.errors ?? 0);
    const limited = turnedAway - (first?.limited ?? 0);
    if (errors >= fewestErrors && errors >= journeys * errorShare) {
      return { message: `the target collapsed: ${errors} of the latest requests failed, in ${journeys} journeys` };
    }
    if (limited >= fewestErrors && limited >= journeys * limitedShare) {
      return {
        message: `the target admits no such rate: ${limited} of the latest requests were answered 429, in ${journeys} journeys`,
      };
    }
    const quietMs = nowMs - (lastMs ?? nowMs);
    if (quietMs < silentMs) return undefined;
    return { message: `the target hangs: no journey ended for ${Math.round(quietMs / 1000)} s`, hung: true };
  };
};
