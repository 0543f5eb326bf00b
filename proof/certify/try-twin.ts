import { fileURLToPath } from 'node:url';
import { allScenarios } from '../../certify/scenarios/all-scenarios.ts';
import { exampleShop, playWith } from '../../certify/session/example-session.ts';
import { judgePartner } from '../../suites/partner/judge.ts';
import type { Twin } from './twins.ts';

/** What a session with a twin of the example shop came to. */
export interface TwinResult {
  twin: Twin;
  /** Ids of the obligations that were found broken, a should among them. */
  found: readonly string[];
  /** What was seen first of each. */
  seen: readonly string[];
  /** Why the session broke off, where it did. */
  endedBy: string | undefined;
  /** Whether a fault was caught as it should be only when nothing else went on. */
  atSecondTry: boolean;
}

const timeScale = 0.02;
const burst = 'burst';
// every twin is a process of its own, which would compile the shop anew
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/selo/example-shop', import.meta.url));

const scenariosFor = ({ plays }: Twin): string[] | undefined => {
  if (plays === burst) return undefined;
  return plays === undefined ? allScenarios.map(({ name }) => name).filter((name) => name !== burst) : [...plays];
};

/** Plays a session with one twin and judges it. */
export const tryTwin = async (twin: Twin): Promise<Omit<TwinResult, 'atSecondTry'>> => {
  const only = scenariosFor(twin);
  const shop = await exampleShop({ ...twin.env, NODE_COMPILE_CACHE: compileCache });
  const { records, endedBy } = await playWith(shop, { timeScale, ...(only === undefined ? {} : { only }) });
  const broken = judgePartner(...records).filter(({ outcome }) => outcome === 'broken' || outcome === 'remark');
  return { twin, found: broken.map(({ id }) => id), seen: broken.flatMap(({ seen }) => seen.slice(0, 1)), endedBy };
};

/** Whether a fault was caught by its obligation and broke nothing that it does not list, or a legal twin was accused of nothing. */
export const isAsExpected = ({ twin, found, endedBy }: Omit<TwinResult, 'atSecondTry'>): boolean => {
  if (endedBy !== undefined) return false;
  if (twin.breaks === undefined) return found.length === 0;
  return found.includes(twin.breaks) && found.every((id) => id === twin.breaks || twin.also.includes(id));
};
