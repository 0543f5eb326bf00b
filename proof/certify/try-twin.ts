import { fileURLToPath } from 'node:url';
import { allScenarios } from '../../certify/scenarios/all-scenarios.ts';
import { exampleShop, playWith } from '../../certify/session/example-session.ts';
import type { Session } from '../../certify/session/run-session.ts';
import { simulateSession } from '../../simulation/simulated-session.ts';
import { judgePartner } from '../../suites/partner/judge.ts';
import type { Twin } from './twins.ts';

/** What a session with a twin of the example shop came to. */
export interface TwinResult extends TwinTrial {
  /** Ids of the obligations that were found broken, a should among them. */
  found: readonly string[];
  /** Ids of those that were broken in a single play. */
  unconfirmed: readonly string[];
  /** What was seen first of each. */
  seen: readonly string[];
  /** Why the session broke off, where it did. */
  endedBy: string | undefined;
}

/** A twin, and how a session with it is played. */
export interface TwinTrial {
  twin: Twin;
  /** Decides everything that is left to chance. */
  seed: number;
  /** Over real connections, with the twin as a process of its own, in place of a simulation. */
  overConnections: boolean;
}

const burst = 'burst';
/** Of a session over real connections. */
const timeScale = 0.02;
// every twin is a process of its own, which would compile the shop again
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/selo/example-shop', import.meta.url));

const scenariosFor = ({ plays }: Twin): string[] | undefined => {
  if (plays === burst) return undefined;
  return plays === undefined ? allScenarios.map(({ name }) => name).filter((name) => name !== burst) : [...plays];
};

const play = async ({ twin, seed, overConnections }: TwinTrial): Promise<Session> => {
  const only = scenariosFor(twin);
  const narrowed = only === undefined ? {} : { only };
  if (!overConnections) return await simulateSession({ seed, environment: twin.env, ...narrowed });
  const shop = await exampleShop({ ...twin.env, NODE_COMPILE_CACHE: compileCache });
  return await playWith(shop, { timeScale, seed: String(seed), ...narrowed });
};

/** Plays a session with one twin and judges it. */
export const tryTwin = async (trial: TwinTrial): Promise<TwinResult> => {
  const { records, endedBy } = await play(trial);
  const verdicts = judgePartner(...records);
  const broken = verdicts.filter(({ outcome }) => outcome === 'broken' || outcome === 'remark');
  return {
    ...trial,
    found: broken.map(({ id }) => id),
    unconfirmed: verdicts.filter(({ outcome }) => outcome === 'unconfirmed').map(({ id }) => id),
    seen: broken.flatMap(({ seen }) => seen.slice(0, 1)),
    endedBy,
  };
};

/** Whether a fault was caught by its obligation and broke nothing that it does not list, or a legal twin was accused of nothing. */
export const isAsExpected = ({ twin, found, unconfirmed, endedBy }: TwinResult): boolean => {
  if (endedBy !== undefined) return false;
  if (twin.breaks === undefined) return found.length + unconfirmed.length === 0;
  return found.includes(twin.breaks) && found.every((id) => id === twin.breaks || twin.also.includes(id));
};
