import type { Profile } from '../fixtures/profile/profile.ts';
import { propertySections } from '../properties/all-properties.ts';
import { seededChance } from '../simulation/chance.ts';
import { judgeSimulated } from '../simulation/judge-simulated.ts';
import type { SimulationOptions } from '../simulation/simulated-run.ts';
import { drawStorm } from '../simulation/storm.ts';
import { passive } from '../suites/passive/rules.ts';
import { everyDefect } from './every-defect.ts';
import { describeVerdict } from './judge-embedded.ts';

/** One simulated run on a troubled network. */
export interface StormInput {
  seed: number;
  /** Whether the platform has a defect, one that the seed draws. */
  isBroken: boolean;
}

export interface StormResult {
  /** What is wrong about the verdicts, a line each; none when they are right. */
  wrong: string[];
  /** Verdicts that say something of the target, and all. */
  judged: number;
  verdicts: number;
}

const passiveIds: ReadonlySet<string> = new Set(passive.map(({ id }) => id));

/** All seeds together draw many cases, each run only a few. */
const casesOfEachProperty = 2;

const races: ReadonlySet<string> = new Set(
  propertySections
    .filter(({ name }) => name === 'properties-races')
    .flatMap(({ properties }) => properties.map(({ id }) => id)),
);

/** A defect of a race shows only where requests meet, and which ones meet on a network is chance. */
const shown = everyDefect.filter(({ rule }) => !races.has(rule));

const publicUrl = 'http://capture.simulated';

const stormOf = (seed: number) => drawStorm(seededChance(`storm ${seed}`));

/** Declared, so that the way of the notifications is tried as at any receiver that is not on this machine. */
const remote = (profile: Profile): Profile => ({ ...profile, capture: { publicUrl } });

const withFewCases = (profile: Profile): Profile => ({
  ...profile,
  limits: { ...profile.limits, search: { cases: casesOfEachProperty } },
});

/** A sound platform on a troubled network: nothing may turn red, and nothing may break. */
const judgeSound = async (seed: number): Promise<StormResult> => {
  const profile = (described: Profile): Profile => withFewCases(remote(described));
  const verdicts = await judgeSimulated({ seed, depth: 'quick', profile, ...stormOf(seed) });
  const wrong = verdicts.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'unverified');
  const judged = verdicts.filter(({ outcome }) => outcome === 'pass').length + wrong.length;
  return { wrong: wrong.map(describeVerdict), judged, verdicts: verdicts.length };
};

/** A broken platform on a troubled network: the rule that its defect names catches it, or judges nothing. */
const judgeBroken = async (seed: number): Promise<StormResult> => {
  const chance = seededChance(`defect ${seed}`);
  const defect = shown[Math.floor(chance.random() * shown.length)];
  if (!defect) throw new Error('there are defects');
  const calm: SimulationOptions = { seed, depth: 'full', platform: defect.options };
  const verdictOn = async (options: SimulationOptions) =>
    (await judgeSimulated(options, ({ id }) => id === defect.rule || passiveIds.has(id))).find(
      ({ rule }) => rule === defect.rule,
    );
  const verdict = await verdictOn({ ...calm, profile: remote, ...stormOf(seed) });
  const judged = verdict?.outcome === 'unverified' ? 0 : 1;
  if (verdict?.outcome !== 'pass' && verdict?.outcome !== 'error') return { wrong: [], judged, verdicts: 1 };
  // a search that draws nothing that shows the defect says nothing of the network
  const inCalm = await verdictOn(calm);
  if (inCalm?.outcome === 'pass') return { wrong: [], judged, verdicts: 1 };
  return { wrong: [`${describeVerdict(verdict)} on a platform that ${defect.text}`], judged, verdicts: 1 };
};

/** Judges one run, and says what is wrong about its verdicts. */
export const judgeStorm = ({ seed, isBroken }: StormInput): Promise<StormResult> =>
  isBroken ? judgeBroken(seed) : judgeSound(seed);
