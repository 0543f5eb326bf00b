import type { Profile } from '../fixtures/profile/profile.ts';
import { propertySections } from '../properties/all-properties.ts';
import { seededChance } from '../simulation/chance.ts';
import { judgeSimulated } from '../simulation/judge-simulated.ts';
import type { SimulationOptions } from '../simulation/simulated-run.ts';
import { drawStorm } from '../simulation/storm.ts';
import { changeOf } from '../suites/defect.ts';
import { everyDefect } from './every-defect.ts';
import { describeVerdict, isFalsePositive, passiveIds, withFewCases } from './judge-embedded.ts';

/** One simulated run on a troubled network. */
export interface StormInput {
  seed: number;
  /** Whether the platform has a defect that the seed draws. */
  isBroken: boolean;
}

export interface StormResult {
  /** What is wrong about the verdicts, line by line. */
  wrong: string[];
  /** Verdicts other than `unverified`. */
  judged: number;
  verdicts: number;
}

const races: ReadonlySet<string> = new Set(
  propertySections
    .filter(({ name }) => name === 'properties-races')
    .flatMap(({ properties }) => properties.map(({ id }) => id)),
);

/** Without defects of races: on a network it is chance which requests meet. */
const shown = everyDefect.filter(({ rule }) => !races.has(rule));

const stormOf = (seed: number) => drawStorm(seededChance(`storm ${seed}`));

/** Declares the capture, so that it is probed like a receiver on another machine. */
const remote = (profile: Profile): Profile => ({ ...profile, capture: { publicUrl: 'http://capture.simulated' } });

/** No rule may fail a sound platform. */
const judgeSound = async (seed: number): Promise<StormResult> => {
  const profile = (described: Profile): Profile => withFewCases(remote(described));
  const verdicts = await judgeSimulated({ seed, depth: 'quick', profile, ...stormOf(seed) });
  const wrong = verdicts.filter(isFalsePositive);
  const judged = verdicts.filter(({ outcome }) => outcome === 'pass').length + wrong.length;
  return { wrong: wrong.map(describeVerdict), judged, verdicts: verdicts.length };
};

/** The rule of a defect must fail, or be unverified. */
const judgeBroken = async (seed: number): Promise<StormResult> => {
  const chance = seededChance(`defect ${seed}`);
  const defect = shown[Math.floor(chance.random() * shown.length)];
  if (!defect) throw new Error('there are defects');
  const calm: SimulationOptions = { seed, depth: 'full', platform: changeOf(defect) };
  const verdictOn = async (options: SimulationOptions) =>
    (await judgeSimulated(options, ({ id }) => id === defect.rule || passiveIds.has(id))).find(
      ({ rule }) => rule === defect.rule,
    );
  const verdict = await verdictOn({ ...calm, profile: remote, ...stormOf(seed) });
  const judged = verdict?.outcome === 'unverified' ? 0 : 1;
  if (verdict?.outcome !== 'pass' && verdict?.outcome !== 'error') return { wrong: [], judged, verdicts: 1 };
  // a search that misses the defect without a network says nothing about the network
  const inCalm = await verdictOn(calm);
  if (inCalm?.outcome === 'pass') return { wrong: [], judged, verdicts: 1 };
  return { wrong: [`${describeVerdict(verdict)} on a platform that ${defect.text}`], judged, verdicts: 1 };
};

export const judgeStorm = ({ seed, isBroken }: StormInput): Promise<StormResult> =>
  isBroken ? judgeBroken(seed) : judgeSound(seed);
