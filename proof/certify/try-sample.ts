import { fileURLToPath } from 'node:url';
import { unexplainedRefusals } from '../../certify/certificate/refusals.ts';
import { judgePartner } from '../../certify/obligations/judge.ts';
import { obligations } from '../../certify/obligations/obligations.ts';
import { allScenarios } from '../../certify/scenarios/all-scenarios.ts';
import { exampleShop, playWith } from '../../certify/session/example-session.ts';
import type { Session } from '../../certify/session/run-session.ts';
import { standingOf } from '../../core/obligation-verdict.ts';
import { simulatedShop, simulatedTill } from '../../simulation/simulated-partners.ts';
import { simulateSession } from '../../simulation/simulated-session.ts';
import type { SamplePartner } from './sample-partners.ts';

/** What a session with a sample partner came to. */
export interface SampleResult extends SampleTrial {
  /** Ids of the obligations that were found broken, a should among them. */
  found: readonly string[];
  /** Ids of those that were broken in a single play. */
  unconfirmed: readonly string[];
  /** What the partner refused without a reason that the record shows: it makes a certificate incomplete. */
  refused: readonly string[];
  /** What was seen first of each. */
  seen: readonly string[];
  /** Why the session broke off, where it did. */
  endedBy: string | undefined;
}

/** A sample partner, and how a session with it is played. */
export interface SampleTrial {
  sample: SamplePartner;
  /** Decides everything that is left to chance. */
  seed: number;
  /** Over real connections, with the sample as a process of its own, in place of a simulation. */
  overConnections: boolean;
}

const burst = 'burst';
/** Of a session over real connections. */
const timeScale = 0.02;
// every sample is a process of its own, which would compile the shop again
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/selo/example-shop', import.meta.url));

const scenariosFor = ({ plays }: SamplePartner): string[] | undefined => {
  if (plays === burst) return undefined;
  return plays === undefined ? allScenarios.map(({ name }) => name).filter((name) => name !== burst) : [...plays];
};

const play = async ({ sample, seed, overConnections }: SampleTrial): Promise<Session> => {
  const only = scenariosFor(sample);
  const narrowed = only === undefined ? {} : { only };
  if (!overConnections)
    return await simulateSession({
      seed,
      sample: sample.of === 'till' ? simulatedTill : simulatedShop,
      environment: sample.env,
      ...narrowed,
    });
  const shop = await exampleShop({ ...sample.env, NODE_COMPILE_CACHE: compileCache });
  return await playWith(shop, { timeScale, seed: String(seed), ...narrowed });
};

/** Plays a session with a sample partner and judges it. */
export const trySample = async (trial: SampleTrial): Promise<SampleResult> => {
  const { records, endedBy } = await play(trial);
  const verdicts = judgePartner(...records);
  const broken = verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn');
  return {
    ...trial,
    found: broken.map(({ id }) => id),
    unconfirmed: verdicts.filter((verdict) => standingOf(verdict) === 'not-confirmed').map(({ id }) => id),
    refused: unexplainedRefusals(records).map(({ action, scenario }) => `${action} in ${scenario}`),
    seen: broken.flatMap(({ seen }) => seen.slice(0, 1)),
    endedBy,
  };
};

const musts = new Set<string>(obligations.flatMap(({ id, level }) => (level === 'must' ? [id] : [])));

/**
 * Whether a fault was caught by its obligation, by a must where it breaks one, and broke nothing that it does not list; or
 * whether a variant has no false positive.
 */
export const isAsExpected = ({ sample, found, unconfirmed, refused, endedBy }: SampleResult): boolean => {
  if ((endedBy !== undefined) !== (sample.ends ?? false)) return false;
  if (sample.breaks === undefined) return found.length + unconfirmed.length + refused.length === 0;
  const { breaks, also, breaksMust = false } = sample;
  if (breaksMust && !found.some((id) => musts.has(id))) return false;
  return found.includes(breaks) && found.every((id) => id === breaks || also === 'any' || also.includes(id));
};
