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

/** The result of a session with a sample partner. */
export interface SampleResult extends SampleTrial {
  /** The ids of the broken obligations of either level. */
  found: readonly string[];
  /** The ids of those that only one play shows as broken. */
  unconfirmed: readonly string[];
  /** The actions that the partner refused without a reason in the record, which make a certificate incomplete. */
  refused: readonly string[];
  /** The first finding of each broken obligation. */
  seen: readonly string[];
  /** Why the session ended early; undefined if it did not. */
  endedBy: string | undefined;
}

/** A sample partner and the settings of its session. */
export interface SampleTrial {
  sample: SamplePartner;
  /** The seed of all random choices. */
  seed: number;
  /** Whether the sample runs as a process over real connections, and not in a simulation. */
  overConnections: boolean;
  /** Whether a fault plays all scenarios at once. */
  isWhole: boolean;
}

const burst = 'burst';
/** The time scale of a session over real connections. */
const timeScale = 0.02;
// every sample is a new process, which would compile the shop again
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/selo/example-shop', import.meta.url));

const allButBurst = allScenarios.map(({ name }) => name).filter((name) => name !== burst);

/** These show most faults, in a small part of the time of all scenarios. */
const likeliest = [
  ...['sends-answered-500-restarted', 'sends-answered-503', 'sends-answered-403', 'restarted-with-redemption'],
  ...['redeem-later', 'redeem-early', 'redeem-expired', 'redeem-twice', 'redeemed-at-once', 'own-coupon'],
  ...['coupon-at-both-tills', 'paid-at-work', 'paid-then-cancelled', 'repeat', 'repeated-late', 'list-near-midnight'],
];

const play = async (
  { sample, seed, overConnections }: SampleTrial,
  plays: SamplePartner['plays'] = allButBurst,
): Promise<Session> => {
  const narrowed = plays === burst ? {} : { only: [...plays] };
  if (!overConnections)
    return await simulateSession({
      seed,
      sample: sample.of === 'till' ? simulatedTill : simulatedShop,
      environment: sample.env,
      ...(sample.timeScale === undefined ? {} : { timeScale: sample.timeScale }),
      ...narrowed,
    });
  const shop = await exampleShop({ ...sample.env, NODE_COMPILE_CACHE: compileCache });
  return await playWith(shop, { timeScale, seed: String(seed), ...narrowed });
};

const judgePlays = async (trial: SampleTrial, plays: SamplePartner['plays']): Promise<SampleResult> => {
  const { records, endedBy } = await play(trial, plays);
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
 * Whether exactly the listed obligations found a fault, with a `must` if it breaks one. For a variant: whether there is
 * no false positive.
 */
export const isAsExpected = ({ sample, found, unconfirmed, refused, endedBy }: SampleResult): boolean => {
  if ((endedBy !== undefined) !== (sample.ends ?? false)) return false;
  if (sample.breaks === undefined) return found.length + unconfirmed.length + refused.length === 0;
  const { breaks, also, breaksMust = false } = sample;
  if (breaksMust && !found.some((id) => musts.has(id))) return false;
  return found.includes(breaks) && found.every((id) => id === breaks || also === 'any' || also.includes(id));
};

/**
 * Plays a session with a sample partner and judges it. A fault that the likeliest scenarios do not show as expected plays all
 * of them.
 */
export const trySample = async (trial: SampleTrial): Promise<SampleResult> => {
  const { breaks, plays } = trial.sample;
  if (breaks !== undefined && plays === undefined && !trial.isWhole) {
    const result = await judgePlays(trial, likeliest);
    if (isAsExpected(result)) return result;
  }
  return await judgePlays(trial, plays);
};
